/** The ISO 8601 forms of the temporal sentinels (PROTOCOL §2). */

const DATE = /^([+-]\d{6}|\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?$/;
const OFFSET = /^(?:Z|([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?)$/;
/** Longer text is not looked at: the longest valid form has 45 characters. */
const MAX_LENGTH = 64;

/** Milliseconds since the epoch at midnight UTC of a calendar date, or NaN. */
function dateMs(text: string): number {
  const match = DATE.exec(text);
  if (match === null || match[1] === '-000000') return Number.NaN;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // Day 31 of a 30-day month would silently become the 1st of the next.
  const exact = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exact ? date.getTime() : Number.NaN;
}

/** Milliseconds since midnight, digits beyond milliseconds cut off; or NaN. */
function clockMs(text: string): number {
  const match = CLOCK.exec(text);
  if (match === null) return Number.NaN;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? '0')];
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const milliseconds = Number((match[4] ?? '').padEnd(3, '0').slice(0, 3));
  return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
}

/** Milliseconds east of UTC, or NaN. */
function offsetMs(text: string): number {
  const match = OFFSET.exec(text);
  if (match === null) return Number.NaN;
  const [hour, minute, second] = [match[2], match[3], match[4]].map((part) => Number(part ?? '0'));
  if (hour === undefined || minute === undefined || second === undefined) return Number.NaN;
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const size = ((hour * 60 + minute) * 60 + second) * 1000;
  return match[1] === '-' ? -size : size;
}

/** Cuts `10:30:00+02:00` into clock and offset; no offset gives an empty second part. */
function splitOffset(text: string): [string, string] {
  const at = text.search(/[Z+-]/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/**
 * Milliseconds since the epoch of a date and time **with offset**, or NaN. A text without an offset
 * names no instant: read as local time it would differ from machine to machine, so it is refused.
 */
export function parseInstant(text: string): number {
  if (text.length > MAX_LENGTH) return Number.NaN;
  const at = text.search(/[T ]/);
  if (at < 0) return Number.NaN;
  const [clock, offset] = splitOffset(text.slice(at + 1));
  const ms = dateMs(text.slice(0, at)) + clockMs(clock) - offsetMs(offset);
  return new Date(ms).getTime();
}

export function isIsoDate(text: string): boolean {
  return text.length <= MAX_LENGTH && !Number.isNaN(dateMs(text));
}

/** A time of day, with or without an offset. */
export function isIsoTime(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const [clock, offset] = splitOffset(text);
  return !Number.isNaN(clockMs(clock)) && (offset === '' || !Number.isNaN(offsetMs(offset)));
}
