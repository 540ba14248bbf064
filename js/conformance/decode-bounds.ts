/** Rows of CacheKit's decode-bounds.json: each document on each untrusted entry. */
import { bytesOfHex, join, repeated } from './bytes.ts';
import { anySize, fails, interopOf, same, sameBytes } from './checks.ts';
import { bytes, type JsonObject, list, number, object, text, texts } from './json.ts';
import { type Row, rowGroup } from './row.ts';
import { decodePreScan } from './target.ts';

const kindOfReason: Readonly<Record<string, string>> = {
  depth: 'kBoundsDepth',
  overclaim: 'kBoundsSlots',
  incomplete: 'kBoundsIncomplete',
};

export function decodeBoundsRows(file: string, json: JsonObject): readonly Row[] {
  return [
    ...list(json, 'reject_vectors').flatMap((vector) => rejected(file, vector)),
    ...list(json, 'accept_vectors').flatMap((vector) => accepted(file, vector)),
  ];
}

function rejected(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'reject_vectors');
  const name = text(vector, 'name');
  const kinds = texts(vector, 'reject_reasons').map((reason) => {
    const kind = kindOfReason[reason];
    if (kind === undefined) throw new TypeError(`${name}: a reason without a rule`);
    return kind;
  });
  return [
    group.row(`${name}: pre-scan`, async (target) => {
      const document = documentOf(vector);
      await fails(target, kinds, () => target.core.checkDecodeBounds(document, 1024));
      await fails(target, kindsAtDefault(vector, kinds), () =>
        target.core.checkDecodeBounds(document, 100),
      );
    }),
    group.row(`${name}: as an envelope`, async (target) => {
      const document = documentOf(vector);
      await fails(target, kindsAtDefault(vector, kinds), () =>
        target.core.unpack(document, anySize),
      );
    }),
    group.row(
      `${name}: as a value`,
      async (target) => {
        const document = documentOf(vector);
        const expected = [...kindsAtDefault(vector, kinds), decodePreScan];
        await fails(target, expected, () => target.decodeValue?.(document));
      },
      ['decodeValue'],
    ),
    group.row(
      `${name}: as a value of interop mode`,
      async (target) => {
        const document = documentOf(vector);
        const expected = [...kindsAtDefault(vector, kinds), decodePreScan];
        await fails(target, expected, () => interopOf(target).decode(document));
      },
      ['interop'],
    ),
  ];
}

/** A reader that stops at 100 levels may see the depth before the fault the vector was made for. */
function kindsAtDefault(vector: JsonObject, kinds: readonly string[]): readonly string[] {
  return number(vector, 'nesting_depth') > 100 ? [...kinds, 'kBoundsDepth'] : kinds;
}

function accepted(file: string, vector: JsonObject): readonly Row[] {
  const group = rowGroup(file, 'accept_vectors');
  const name = text(vector, 'name');
  return [
    group.row(`${name}: pre-scan`, async (target) => {
      for (const limit of [32, 100, 1024]) {
        target.core.checkDecodeBounds(documentOf(vector), limit);
      }
    }),
    group.row(`${name}: inside an envelope`, async (target) => {
      const document = documentOf(vector);
      const payload = target.core.unpack(target.core.pack(document), document.length);
      sameBytes(payload, document, 'payload');
      target.core.checkDecodeBounds(payload, 32);
    }),
    group.row(
      `${name}: as a value`,
      async (target) => {
        if (target.decodeValue?.(documentOf(vector)) === undefined) throw new Error('no value');
      },
      ['decodeValue'],
    ),
    group.row(
      `${name}: as a value of interop mode`,
      async (target) => {
        interopOf(target).decode(documentOf(vector));
      },
      ['interop'],
    ),
  ];
}

/** The construction, which must be what input_hex spells out. */
function documentOf(vector: JsonObject): Uint8Array {
  const construction = object(vector, 'construction');
  const unit = bytesOfHex(text(construction, 'repeat_hex'));
  const suffix = bytesOfHex(text(construction, 'suffix_hex'));
  const document = join(repeated(unit, number(construction, 'count')), suffix);
  same(document.length, number(vector, 'input_len'), 'input_len');
  sameBytes(document, bytes(vector, 'input_hex'), 'input_hex');
  return document;
}
