import packageJson from '../../../package.json' with { type: 'json' };
import { command } from '../framework/command.ts';
import { print } from '../framework/context.ts';
import { EXIT } from '../framework/exit-codes.ts';
import { openRedis, REDIS_OPTION } from '../redis-place.ts';
import { clockFinding } from './clock.ts';
import { coreFindings } from './cores.ts';
import { type Finding, good, problem } from './finding.ts';
import { redisFindings } from './redis.ts';

/** What the addon is compiled for. */
const NODE_API_VERSION = 9;

export const doctor = command({
  name: 'doctor',
  summary: 'looks at what sealing needs on this machine',
  usage: ['[--redis <url>] [--json]'],
  details: [
    'Looks at Redis where --redis or the variable REDIS_URL names one. Lines that need something to be',
    'done begin with "!". Status 1: there is such a line.',
  ],
  options: { ...REDIS_OPTION, json: { type: 'boolean', help: 'print JSON' } },
  most: 0,
  async run(given, context) {
    const fromEnvironment =
      context.environment('REDIS_URL') === undefined ? undefined : 'env:REDIS_URL';
    const redis = given.text('redis') ?? fromEnvironment;
    const place = redis === undefined ? null : openRedis(redis, context);
    const findings = [
      good('sealcache', packageJson.version),
      good('Node.js', `${process.version}, ${process.platform} ${process.arch}`),
      nodeApi(),
      ...(await coreFindings()),
      clockFinding(),
      ...(place === null ? [] : await redisFindings(place)),
    ];
    print(context, ...(given.flag('json') ? [JSON.stringify(findings)] : lines(findings)));
    return findings.some(({ isProblem }) => isProblem) ? EXIT.no : EXIT.ok;
  },
});

function nodeApi(): Finding {
  const version = process.versions['napi'] ?? 'none';
  const shown = `${version}, the addon needs ${NODE_API_VERSION}`;
  return Number(version) >= NODE_API_VERSION ? good('Node-API', shown) : problem('Node-API', shown);
}

function lines(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.map(
    ({ name, value, isProblem }) => `${isProblem ? '!' : ' '} ${name.padEnd(width)}  ${value}`,
  );
}
