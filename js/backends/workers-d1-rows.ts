import { hasMethods } from '../config/has-methods.ts';
import { BackendError, ConfigurationError } from '../errors.ts';
import { callStore } from './workers-call.ts';
import type { Statement } from './workers-d1-sql.ts';

/** What of a prepared statement is used. */
export interface D1StatementLike {
  bind(...values: unknown[]): D1StatementLike;
}

/** What of a statement's result is used. */
export interface D1ResultLike {
  readonly results: readonly unknown[];
  readonly meta: { readonly changes: number };
}

/** What of a `D1Database` binding is used; the binding itself fits. */
export interface D1DatabaseLike {
  prepare(sql: string): D1StatementLike;
  batch(statements: D1StatementLike[]): Promise<D1ResultLike[]>;
}

/** Of the columns, those that were asked for. */
export interface Row {
  readonly key: string | null;
  readonly value: string | null;
  /** Milliseconds since the epoch; `null` for none. */
  readonly deadline: number | null;
}

/** Runs statements, all or none of them in one round trip, and makes the table when it is not there. */
export class D1Rows {
  readonly #database: D1DatabaseLike;
  readonly #creation: readonly Statement[];

  /** @throws {ConfigurationError} for what is no database binding */
  constructor(database: D1DatabaseLike, creation: readonly Statement[]) {
    if (!hasMethods(database, ['prepare', 'batch'])) {
      throw new ConfigurationError('workersD1() needs the binding of a database');
    }
    this.#database = database;
    this.#creation = creation;
  }

  /** The rows that each statement gives. @throws {BackendError} */
  async all(what: string, statements: readonly Statement[]): Promise<Row[][]> {
    const results = await this.#run(what, statements);
    return results.map(({ results: rows }) => rows.map(rowOf));
  }

  /** How many rows the last statement changed. @throws {BackendError} */
  async changes(what: string, statements: readonly Statement[]): Promise<number> {
    const results = await this.#run(what, statements);
    return results.at(-1)?.meta.changes ?? 0;
  }

  async #run(what: string, statements: readonly Statement[]): Promise<D1ResultLike[]> {
    if (statements.length === 0) return [];
    return await callStore(`D1 failed to ${what}`, async () => {
      try {
        return await this.#send(statements);
      } catch (error) {
        if (!isMissingTable(error)) throw error;
        await this.#send(this.#creation);
        return await this.#send(statements);
      }
    });
  }

  #send(statements: readonly Statement[]): Promise<D1ResultLike[]> {
    const database = this.#database;
    return database.batch(
      statements.map(({ sql, values }) =>
        values.length === 0 ? database.prepare(sql) : database.prepare(sql).bind(...values),
      ),
    );
  }
}

/** D1 has no code for it. */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no such table');
}

/** @throws {BackendError} for a table that is none of ours */
function rowOf(row: unknown): Row {
  const key = columnOf(row, 'key');
  const value = columnOf(row, 'value');
  const deadline = columnOf(row, 'deadline');
  if (isTextOrNull(key) && isTextOrNull(value)) {
    if (deadline === null || typeof deadline === 'number') return { key, value, deadline };
  }
  throw new BackendError('the table in D1 holds what this store did not write', 'permanent');
}

function columnOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? (Reflect.get(row, name) ?? null) : undefined;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
