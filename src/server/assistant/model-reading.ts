import { isPublished } from '../../domain/note-access.ts';
import type { Note } from '../../domain/note.ts';
import { reserveTokens, settleTokens } from '../store/assistant-budget.ts';
import { changesSince } from '../store/changes.ts';
import { advanceReading, beginReading, countTry, endReading, pauseReading } from '../store/model-reading.ts';
import { readNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';
import { putPoints, rememberedPoints, rememberPoints } from '../store/written-points.ts';
import { parseMarkdown } from '../markdown-parser.ts';
import { proseOf, type Block } from './blocks.ts';
import { extractFrom } from './extract.ts';
import { modelObject } from './model-object.ts';
import { mostTokens, type ModelSettings } from './model.ts';
import { pointsInstructions } from './prompts.ts';
import { checkedPoints, digestOf, PointsAnswer, sentOf } from './written-points.ts';

/** How many notes a run asks about at most, how long it begins with new ones, and how long it waits for each answer, in milliseconds. */
export type ReadingLimits = { notes: number; ms: number; patienceMs: number };

/** The uuids of the notes that got key points, and how many a model was asked about. */
export type ReadingReport = { written: string[]; asked: number };

/** The first run looks back so far: what is older is read when it next changes, so that a budget is spent on what is read. */
const lookedBack = 500;
const atOnce = 12;
const asking = 4;
const maxOutputTokens = 700;
const day = 86_400;
const rememberedSeconds = { points: 90 * day, nothing: 7 * day };
const pauseSeconds = { failed: 300, spent: 3600, longest: 6 * 3600 };
/** A text over which a provider failed as often is left to extraction for a while. */
const mostTries = 3;

type Asked = { note: Note; blocks: Block[]; digest: string };
type Outcome = { goesOn: boolean; written?: string };

/**
 * Lets the model write the key points of the published notes that changed since the last run, each text once. What fails
 * leaves extraction as it is: an answer that may not be shown is remembered as none, a provider that fails or a spent
 * budget ends the run, and the next one goes on there. Never two runs at once.
 */
export async function letModelRead(
  redis: Redis,
  settings: ModelSettings,
  {
    now,
    limits,
    clock = performance.now.bind(performance),
  }: { now: Date; limits: ReadingLimits; clock?: () => number },
): Promise<ReadingReport> {
  const report: ReadingReport = { written: [], asked: 0 };
  let cursor = await beginReading(redis, lookedBack);
  if (cursor === null) return report;
  try {
    const until = clock() + limits.ms;
    while (clock() < until && report.asked < limits.notes) {
      const changes = await changesSince(redis, cursor, atOnce);
      const last = changes.at(-1);
      if (!last) break;
      const uuids = changes.filter(({ kind }) => kind === 'note').map(({ id }) => id);
      if (!(await readBatch(redis, settings, { uuids, now, report, limits }))) break;
      cursor = last.revision;
      await advanceReading(redis, cursor);
    }
  } finally {
    await endReading(redis);
  }
  return report;
}

/** Whether the run goes on after these. */
async function readBatch(
  redis: Redis,
  settings: ModelSettings,
  { uuids, now, report, limits }: { uuids: string[]; now: Date; report: ReadingReport; limits: ReadingLimits },
): Promise<boolean> {
  const found = await readNotes(redis, uuids);
  const waiting = found.flatMap((note) => (note && 'visibility' in note ? (awaiting(note) ?? []) : []));
  const remembered = await rememberedPoints(
    redis,
    waiting.map(({ digest }) => digest),
  );
  const unread: Asked[] = [];
  for (const [index, one] of waiting.entries()) {
    const points = remembered[index];
    if (points === undefined) unread.push(one);
    else if (points && (await putPoints(redis, one.note, points)) !== null) report.written.push(one.note.uuid);
  }
  for (let start = 0; start < unread.length; start += asking) {
    const asked = unread.slice(start, start + asking);
    const outcomes = await Promise.all(asked.map((one) => readOne(redis, settings, one, { now, ...limits })));
    report.asked += asked.length;
    report.written.push(...outcomes.flatMap(({ written }) => written ?? []));
    if (!outcomes.every(({ goesOn }) => goesOn)) return false;
  }
  return true;
}

/** A note whose key points a model may write: published, not kept from models, without any, and long enough to need some. */
function awaiting(note: Note): Asked | undefined {
  if (!isPublished(note) || note.noModel || note.points) return undefined;
  const blocks = proseOf(parseMarkdown(note.body, {}));
  if (extractFrom(blocks, note).points.length === 0) return undefined;
  return { note, blocks, digest: digestOf(note) };
}

async function readOne(
  redis: Redis,
  settings: ModelSettings,
  { note, blocks, digest }: Asked,
  { now, patienceMs }: { now: Date; patienceMs: number },
): Promise<Outcome> {
  const request = { instructions: pointsInstructions, data: sentOf(note, blocks), maxOutputTokens };
  const reserved = mostTokens(request);
  const spending = { userId: note.authorId, month: now.toISOString().slice(0, 7) };
  const budget = await reserveTokens(redis, spending, reserved, settings.monthlyTokens);
  if (budget === 'own') return { goesOn: true };
  if (budget === 'all') {
    await leaveAlone(redis, 'the budget of this month is spent', pauseSeconds.spent);
    return { goesOn: false };
  }
  const answer = await modelObject(settings, request, PointsAnswer, patienceMs);
  if (answer.tokens !== undefined) await settleTokens(redis, spending, reserved - answer.tokens);
  if (!answer.ok && answer.why === 'later') {
    const hopeless = answer.overText && (await countTry(redis, digest)) >= mostTries;
    if (hopeless) await rememberPoints(redis, digest, null, day);
    const seconds = Math.min(answer.retryAfter ?? pauseSeconds.failed, pauseSeconds.longest);
    await leaveAlone(redis, `the model failed: ${answer.problem}`, seconds);
    return { goesOn: false };
  }
  const points = answer.ok ? checkedPoints(answer.value, blocks) : undefined;
  await rememberPoints(redis, digest, points ?? null, points ? rememberedSeconds.points : rememberedSeconds.nothing);
  if (!points) log(`what it wrote of ${note.uuid} may not be shown: ${answer.ok ? 'it is not so' : answer.problem}`);
  const put = points ? await putPoints(redis, note, points) : null;
  return put === null ? { goesOn: true } : { goesOn: true, written: note.uuid };
}

async function leaveAlone(redis: Redis, problem: string, seconds: number): Promise<void> {
  log(`${problem}; left alone for ${seconds} s`);
  await pauseReading(redis, seconds);
}

function log(problem: string): void {
  console.warn(JSON.stringify({ level: 'warn', what: 'key points stay extracted', problem }));
}
