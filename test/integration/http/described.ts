import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** Path, method and status of one described answer. */
export type Exchange = readonly [path: string, method: string, status: number | 'default'];

type Json = Readonly<Record<string, unknown>>;

/** The answers that an OpenAPI document describes, and which of them were seen. */
export class Described {
  readonly #document: Json;
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #unseen: Set<string>;

  constructor(document: unknown) {
    this.#document = objectOf(document);
    this.#ajv.addSchema(this.#document, 'api');
    this.#unseen = new Set(this.#described());
  }

  /** Checks an answer against its description. */
  async see(exchange: Exchange, pending: Promise<Response>): Promise<void> {
    const answer = await pending;
    const name = nameOf(exchange);
    const [path, method, status] = exchange;
    expect([name, answer.status], await describedBody(answer)).toEqual([
      name,
      status === 'default' ? 500 : status,
    ]);
    const operation = this.#at('paths', path, method);
    const described = this.#resolve(objectOf(operation['responses'])[String(status)]);
    this.#unseen.delete(name);
    this.#checkHeaders(name, answer, described);
    await this.#checkBody(name, answer, described);
  }

  /** What is described and was not seen; where a 500 was seen once, that is enough for all calls. */
  unseen(): string[] {
    const all = [...this.#unseen];
    return this.#described()
      .filter(isDefault)
      .every((name) => this.#unseen.has(name))
      ? all
      : all.filter((name) => !isDefault(name));
  }

  #checkHeaders(name: string, answer: Response, described: Json): void {
    for (const [header, reference] of Object.entries(objectOf(described['headers']))) {
      const { required, schema } = this.#resolve(reference);
      const value = answer.headers.get(header);
      const where = `${name} ${header}`;
      if (required === true) expect([where, value]).not.toEqual([where, null]);
      if (value !== null) this.#check(where, objectOf(schema), value);
      if (value !== null) this.#unseen.delete(headerName(where));
    }
    const named = Object.keys(objectOf(described['headers'])).map((header) => header.toLowerCase());
    for (const header of answer.headers.keys()) {
      if (!header.startsWith('x-')) continue;
      expect([name, named]).toEqual([name, expect.arrayContaining([header])]);
    }
  }

  async #checkBody(name: string, answer: Response, described: Json): Promise<void> {
    const [[type, media] = []] = Object.entries(objectOf(described['content'] ?? {}));
    if (type === undefined) {
      expect([name, await answer.text()]).toEqual([name, '']);
      return;
    }
    expect([name, answer.headers.get('Content-Type')]).toEqual([name, type]);
    const schema = objectOf(objectOf(media)['schema']);
    if (type === 'application/json') this.#check(name, schema, await answer.json());
    else await answer.arrayBuffer();
  }

  #check(where: string, schema: Json, value: unknown): void {
    // References are relative to the document.
    const reference = schema['$ref'];
    const absolute = typeof reference === 'string' ? { $ref: `api${reference}` } : schema;
    const valid = this.#ajv.validate(absolute, value);
    expect([where, value, valid, this.#ajv.errorsText()]).toEqual([
      where,
      value,
      true,
      'No errors',
    ]);
  }

  #described(): string[] {
    return Object.entries(objectOf(this.#document['paths'])).flatMap(([path, item]) =>
      Object.entries(objectOf(item)).flatMap(([method, operation]) =>
        Object.entries(objectOf(objectOf(operation)['responses'] ?? {})).flatMap(
          ([status, response]) => {
            const name = nameOf([path, method, status === 'default' ? status : Number(status)]);
            const headers = Object.keys(objectOf(this.#resolve(response)['headers'] ?? {}));
            return [name, ...headers.map((header) => headerName(`${name} ${header}`))];
          },
        ),
      ),
    );
  }

  #resolve(value: unknown): Json {
    const reference = objectOf(value)['$ref'];
    if (typeof reference !== 'string') return objectOf(value);
    return this.#at(...reference.replace('#/', '').split('/'));
  }

  #at(...names: string[]): Json {
    return names.reduce((found, name) => objectOf(found[name]), this.#document);
  }
}

function nameOf([path, method, status]: Exchange): string {
  return `${method.toUpperCase()} ${path} ${status}`;
}

function headerName(where: string): string {
  return `${where} (header)`;
}

function isDefault(name: string): boolean {
  return / default\b/.test(name);
}

async function describedBody(answer: Response): Promise<string> {
  return answer.ok ? '' : await answer.clone().text();
}

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new TypeError('the document has a gap');
  return Object.fromEntries(Object.entries(value));
}
