/** The value codec of auto mode: values to MessagePack and back (PROTOCOL §2). */
export {
  type CodecLimitOptions,
  type CodecLimits,
  DEFAULT_CODEC_LIMITS,
  MAX_DEPTH_LIMIT,
  MIN_DEPTH_LIMIT,
  resolveLimits,
} from './limits.ts';
export { PlainDate, PlainTime } from './plain-temporal.ts';
export { ValueCodec } from './value-codec.ts';
