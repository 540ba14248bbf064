import { integerOf, listOf } from '../../backends/redis/replies.ts';
import { CachekitError } from '../../errors.ts';
import type { RedisPlace } from '../redis-place.ts';
import { skewFinding } from './clock.ts';
import { type Finding, good, problem } from './finding.ts';

/** `rotate --reseal` needs KEEPTTL. */
const LEAST_MAJOR = 6;

/** Whether a Redis answers, how soon, and what it is. */
export async function redisFindings({ commands, name }: RedisPlace): Promise<readonly Finding[]> {
  try {
    await commands.send({ command: ['PING'] });
    const before = Date.now();
    const began = performance.now();
    const time = listOf(await commands.send({ command: ['TIME'] }), 2).map(integerOf);
    const took = performance.now() - began;
    const info = String(await commands.send({ command: ['INFO', 'server'] }));
    const [, version = 'an unknown version'] = /redis_version:(\S+)/.exec(info) ?? [];
    const answers = `${name} answers in ${took.toFixed(1)} ms, ${version}`;
    const [seconds = 0, microseconds = 0] = time;
    return [
      Number.parseInt(version, 10) < LEAST_MAJOR
        ? problem('Redis', `${answers}: rotate needs ${LEAST_MAJOR}.0`)
        : good('Redis', answers),
      skewFinding([seconds, microseconds], [before, before + took]),
    ];
  } catch (error) {
    if (!(error instanceof CachekitError)) throw error;
    return [problem('Redis', `${name}: ${error.message}`)];
  } finally {
    await commands.link.close();
  }
}
