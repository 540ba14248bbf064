import { checkBounds } from '../bounds.ts';
import { fromHex } from '../bytes.ts';
import type { ErrorKind } from '../protocol-error.ts';
import { build, type Piece, spell } from './pieces.ts';
import { refusal, type VectorFile, type VectorRow } from './vector-file.ts';

/** A document: hex, or pieces where it is long. */
type Document = string | readonly Piece[];
type Case = readonly [name: string, document: Document, depthLimit?: number];
type Refused = readonly [name: string, error: ErrorKind, document: Document, depthLimit?: number];

const times = (hex: string, count: number): Piece => ({ hex, count });
const nested = (unit: string, depth: number, inner: string): readonly Piece[] => [
  times(unit, depth),
  times(inner, 1),
];

export function boundsVectors(): VectorFile {
  return {
    name: 'bounds.json',
    about: 'What the pre-scan of MessagePack accepts and refuses, and why (PROTOCOL 8).',
    groups: {
      accept: [...scalars(), ...containers()].map(([name, document, depthLimit = 100]) => {
        const bytes = bytesOf(document);
        checkBounds(bytes, depthLimit);
        return { name, document: spell(bytes), depth_limit: depthLimit };
      }),
      reject: [...shapes(), ...depths(), ...sums()].map(
        ([name, error, document, depthLimit = 100]): VectorRow => {
          const bytes = bytesOf(document);
          const seen = refusal(name, error, () => checkBounds(bytes, depthLimit));
          return { name, document: spell(bytes), depth_limit: depthLimit, error: seen };
        },
      ),
    },
  };
}

function bytesOf(document: Document): Uint8Array {
  return typeof document === 'string' ? fromHex(document) : build(document);
}

/** One of every header that is no container. */
function scalars(): readonly Case[] {
  const documents: Readonly<Record<string, Document>> = {
    'positive fixint': '00',
    'positive fixint, largest': '7f',
    'negative fixint': 'e0',
    nil: 'c0',
    false: 'c2',
    true: 'c3',
    float32: 'ca00000000',
    float64: 'cb0000000000000000',
    uint8: 'cc00',
    uint16: 'cd0000',
    uint32: 'ce00000000',
    uint64: 'cfffffffffffffffff',
    int8: 'd000',
    int16: 'd10000',
    int32: 'd200000000',
    int64: 'd30000000000000000',
    fixext1: 'd40100',
    fixext2: 'd5010000',
    fixext4: 'd60100000000',
    fixext8: `d701${'00'.repeat(8)}`,
    fixext16: `d801${'00'.repeat(16)}`,
    'empty fixstr': 'a0',
    fixstr: 'a161',
    'fixstr, largest': `bf${'61'.repeat(31)}`,
    str8: 'd90161',
    str16: 'da000161',
    str32: 'db0000000161',
    'empty bin8': 'c400',
    bin8: 'c401ff',
    bin16: 'c50001ff',
    bin32: 'c600000001ff',
    ext8: 'c70105ff',
    'empty ext8': 'c70005',
    ext16: 'c8000105ff',
    ext32: 'c90000000105ff',
    'text that is no UTF-8': 'a1ff',
  };
  return Object.entries(documents);
}

function containers(): readonly Case[] {
  return [
    ['empty fixarray', '90'],
    ['empty fixmap', '80'],
    ['empty array16', 'dc0000'],
    ['empty array32', 'dd00000000'],
    ['empty map16', 'de0000'],
    ['empty map32', 'df00000000'],
    ['fixarray, largest', `9f${'c0'.repeat(15)}`],
    ['fixmap, largest', `8f${'c0'.repeat(30)}`],
    ['array16 of one', 'dc0001c0'],
    ['array32 of one', 'dd00000001c0'],
    ['map16 of one', 'de0001c0c0'],
    ['map32 of one', 'df00000001c0c0'],
    ['array16 of 65535', [times('dcffff', 1), times('c0', 65_535)]],
    ['array32 of 65536', [times('dd00010000', 1), times('c0', 65_536)]],
    ['siblings', '93900190'],
    ['siblings after a deep one', '9291919190c0'],
    ['map with containers as keys', '8290018002'],
    ['duplicate keys', '82a16101a16102'],
    ['depth 32 at limit 32', nested('91', 32, 'c0'), 32],
    ['depth 100 at limit 100', nested('91', 100, 'c0'), 100],
    ['depth 1024 at limit 1024', nested('91', 1024, 'c0'), 1024],
    ['depth 1024 of maps', nested('81c0', 1024, 'c0'), 1024],
    ['depth 32, the innermost empty', nested('91', 31, '90'), 32],
    ['scalar at limit 32', 'c0', 32],
  ];
}

function shapes(): readonly Refused[] {
  return [
    ['no bytes', 'kBoundsIncomplete', ''],
    ['the reserved byte', 'kBoundsInvalidByte', 'c1'],
    ['the reserved byte as element', 'kBoundsInvalidByte', '92c0c1'],
    ['an interop v2 container', 'kBoundsInvalidByte', 'c1029300c40101'],
    ['trailing byte', 'kBoundsTrailing', 'c0c0'],
    ['trailing byte after an array', 'kBoundsTrailing', '91c000'],
    ['a Python frame', 'kBoundsTrailing', '434b0300000002'],
    ['two documents', 'kBoundsTrailing', '81a1610181a16101'],
    ['uint8 cut', 'kBoundsIncomplete', 'cc'],
    ['uint64 cut by one', 'kBoundsIncomplete', 'cf00000000000000'],
    ['float32 cut', 'kBoundsIncomplete', 'ca000000'],
    ['float64 cut', 'kBoundsIncomplete', 'cb'],
    ['int32 cut', 'kBoundsIncomplete', 'd2000000'],
    ['str8 without length', 'kBoundsIncomplete', 'd9'],
    ['str16 with half a length', 'kBoundsIncomplete', 'da00'],
    ['bin32 with a cut length', 'kBoundsIncomplete', 'c6000000'],
    ['array16 with half a length', 'kBoundsIncomplete', 'dc00'],
    ['map32 with a cut length', 'kBoundsIncomplete', 'df000000'],
    ['fixext1 cut', 'kBoundsIncomplete', 'd401'],
    ['fixext16 cut', 'kBoundsIncomplete', `d801${'00'.repeat(15)}`],
    ['ext8 without type', 'kBoundsIncomplete', 'c700'],
    ['ext8 cut by one', 'kBoundsIncomplete', 'c70205ff'],
    ['array whose element is cut', 'kBoundsIncomplete', '91cc'],
    ['array short of an element, within the budget', 'kBoundsIncomplete', '92dc0000'],
    ['map short of a value, within the budget', 'kBoundsIncomplete', '82de0000c0'],
    ['limit 31', 'kInvalidArgument', 'c0', 31],
    ['limit 1025', 'kInvalidArgument', 'c0', 1025],
    ['limit 0', 'kInvalidArgument', 'c0', 0],
  ];
}

function depths(): readonly Refused[] {
  const bad = 'kBoundsDepth';
  return [
    ['arrays 33 deep at limit 32', bad, nested('91', 33, 'c0'), 32],
    ['maps 33 deep at limit 32', bad, nested('81c0', 33, 'c0'), 32],
    ['maps nested in keys', bad, [times('81', 33), times('c0', 34)], 32],
    ['arrays 101 deep', bad, nested('91', 101, 'c0')],
    ['arrays 1025 deep at limit 1024', bad, nested('91', 1025, 'c0'), 1024],
    ['array16 headers 101 deep', bad, nested('dc0001', 101, 'c0')],
    ['array32 headers 101 deep', bad, nested('dd00000001', 101, 'c0')],
    ['map16 headers 101 deep', bad, nested('de0001c0', 101, 'c0')],
    ['arrays and maps in turn', bad, nested('9181c0', 51, 'c0')],
    ['an empty array at depth 33', bad, nested('91', 32, '90'), 32],
    ['deep after shallow siblings', bad, [times('92c0', 101), times('c0', 1)]],
    ['a million deep', bad, nested('91', 1_000_000, 'c0'), 1024],
    ['5 million deep, cut', bad, [times('91', 5_000_000)], 1024],
  ];
}

function sums(): readonly Refused[] {
  const bad = 'kBoundsSlots';
  return [
    ['fixarray alone', bad, '91'],
    ['fixarray short by one', bad, '95c0c0c0c0'],
    ['fixmap short by one', bad, '81c0'],
    ['map16 counts two for a pair', bad, 'de0003c0c0c0'],
    ['fixstr short by one', bad, 'a261'],
    ['str8 beyond the end', bad, 'd9ff61'],
    ['str32 of 4 GiB', bad, 'dbffffffff61'],
    ['bin8 beyond the end', bad, 'c405000000'],
    ['bin32 of 4 GiB', bad, 'c6ffffffff41'],
    ['ext8 beyond the end', bad, 'c7ff05ff'],
    ['ext32 of 4 GiB', bad, 'c9ffffffff0541'],
    ['array16 of 65535, empty', bad, 'dcffff'],
    ['array32 of 2^32 - 1', bad, 'ddffffffff'],
    ['map32 of 2^32 - 1', bad, 'dfffffffff'],
    ['map32 of 2^31, twice is 2^32', bad, 'df80000000'],
    ['map32 of 2^31 + 1', bad, 'df80000001c0c0'],
    ['sum of 2^32, large first', bad, 'ddffffffffdd00000001'],
    ['sum of 2^32, small first', bad, '91ddffffffff'],
    ['each fits, the sum does not', bad, [times('dc0040', 40), times('c0', 64)]],
    ['strings that share their bytes', bad, `94${'d904'.repeat(4)}61`],
    ['16 MiB string in 16 bytes', bad, `91c601000000${'00'.repeat(10)}`],
    ['deep and wide: the sum comes first', bad, nested('dc07d0', 2048, ''), 1024],
  ];
}
