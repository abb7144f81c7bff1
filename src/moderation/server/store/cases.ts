import { z } from 'zod';
import type { Case } from '../../model/case.ts';
import type { Report } from '../../model/report.ts';
import { subjectName, type Subject } from '../../model/subject.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredCase } from './stored-case.ts';

/** More reports than this say nothing new; the case is open already. */
const reportsKept = 100;

/** KEYS case, reports, queue. ARGV reporter, report JSON, case JSON, subject, now in milliseconds, the most reports. */
const add = numberedWrite(
  `
  redis.call('ZCARD', KEYS[3])
  if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 'already' end
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[6]) then return 'enough' end
  if redis.call('SET', KEYS[1], ARGV[3], 'NX') then redis.call('ZADD', KEYS[3], ARGV[5], ARGV[4]) end
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
  return 'written'
  `,
  z.enum(['already', 'enough', 'written']),
);

/**
 * Adds a report to its subject's open case, or opens one: `fresh` is the case to open. A person has one open report per
 * subject; another changes nothing.
 */
export async function addReport(redis: Redis, report: Report, fresh: Case): Promise<'already' | 'enough' | 'written'> {
  const name = subjectName(fresh.subject);
  return add(
    redis,
    [keys.moderationCase(name), keys.reports(name), keys.queue('report')],
    [report.by, toStored(report), toStored(fresh), name, Date.parse(fresh.openedAt), reportsKept],
  );
}

/** The open case of a subject with its exact text, which a decision compares. */
export async function readCase(redis: Redis, subject: Subject): Promise<{ open: Case; text: string } | undefined> {
  const text = await redis.get<string>(keys.moderationCase(subjectName(subject)));
  return text === null ? undefined : { open: StoredCase.parse(text), text };
}
