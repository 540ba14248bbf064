/** Calendar dates and times of day, which `Date` cannot hold (PROTOCOL §2). */
import { SerializationError } from '../errors.ts';
import { isIsoDate, isIsoTime } from './iso.ts';

/** A calendar date without a time, e.g. `2025-11-14`. Immutable; equal when `iso` is equal. */
export class PlainDate {
  readonly #brand = true;
  /** `YYYY-MM-DD` */
  readonly iso: string;

  /** Throws `SerializationError` when `iso` is not an existing date as `YYYY-MM-DD`. */
  constructor(iso: string) {
    if (typeof iso !== 'string' || !isIsoDate(iso)) {
      throw new SerializationError('A PlainDate needs an existing date as YYYY-MM-DD');
    }
    this.iso = iso;
    Object.freeze(this);
  }

  static is(value: object): value is PlainDate {
    return #brand in value;
  }

  toString(): string {
    return this.iso;
  }

  toJSON(): string {
    return this.iso;
  }
}

/**
 * A time of day without a date, e.g. `10:30:00` or `10:30:00.123456+02:00`. Immutable; the text is
 * kept as given, so nothing is lost beyond milliseconds.
 */
export class PlainTime {
  readonly #brand = true;
  /** `HH:MM[:SS[.fraction]]`, optionally with an offset. */
  readonly iso: string;

  /** Throws `SerializationError` when `iso` is not a time of day. */
  constructor(iso: string) {
    if (typeof iso !== 'string' || !isIsoTime(iso)) {
      throw new SerializationError('A PlainTime needs a time as HH:MM[:SS[.fraction]][offset]');
    }
    this.iso = iso;
    Object.freeze(this);
  }

  static is(value: object): value is PlainTime {
    return #brand in value;
  }

  toString(): string {
    return this.iso;
  }

  toJSON(): string {
    return this.iso;
  }
}
