import { isPublished } from '../../../notes/model/note-access.ts';
import { parseCostOf } from '../../../notes/model/markdown.ts';
import type { Note } from '../../../notes/model/note.ts';
import { parseMarkdown, readingMinutes } from '../../../notes/server/markdown/markdown.ts';
import { reserveTokens, settleTokens } from '../store/assistant-budget.ts';
import { countTry, waitForRun } from '../store/model-reading.ts';
import { readNotes } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { proseOf, type Block } from '../../../reading/server/aid/sentences.ts';
import { pointsSaveTime } from '../../../notes/model/reading-aid.ts';
import { extractFrom } from '../../../reading/server/aid/extract.ts';
import { followPublished, backOff, logReading, type ReadingLimits, type ReadingRun } from '../follow-published.ts';
import {
  maxTokens,
  type ModelSettings,
  pointsInstructions,
  provider,
  wordsFor,
  type ModelRequest,
  failureOf,
  type ProviderFailure,
} from './model.ts';
import {
  checkedPoints,
  digestOf,
  PointsAnswer,
  sentOf,
  putPoints,
  rememberedPoints,
  rememberPoints,
} from '../../../reading/server/aid/written-points.ts';
import type * as z from 'zod';
import { inParts } from '../../../platform/model/parts.ts';

/** The uuids of the notes that got key points, and how many notes were sent to a model. */
export type ReadingReport = { written: string[]; asked: number };

const reading = 'points';
/**
 * How many changes the first run looks back. An older note is read when it next changes, so that budgets are spent on
 * what is read.
 */
const first = 500;
const atOnce = 12;
const asking = 4;
const maxOutputTokens = 700;
const day = 86_400;
const rememberedSeconds = 90 * day;
/** A text on which a provider failed this often is left to extraction for a while. */
const maxTries = 3;

type Asked = { note: Note; blocks: Block[]; digest: string };
type Outcome = { goesOn: boolean; written?: string };

/**
 * Lets the model write the key points of the published notes that changed since the last run, each text once. After a
 * failure, extraction remains. If an answer may not be shown, the next run asks once more, and then none for a day. If a
 * provider fails or the whole budget is spent, the run ends, and the next one continues there. If a person's budget is
 * spent, their notes wait for the next month. Never two runs at once.
 */
export async function summarizeChangedNotes(
  redis: Redis,
  settings: ModelSettings,
  run: ReadingRun,
): Promise<ReadingReport> {
  const report: ReadingReport = { written: [], asked: 0 };
  const { limits } = run;
  const asked = () => report.asked;
  await followPublished(redis, { reading, first, atOnce, asked }, run, (uuids, month) =>
    readBatch(redis, settings, { uuids, month, report, limits }),
  );
  return report;
}

/** Returns whether the run continues after these notes. */
async function readBatch(
  redis: Redis,
  settings: ModelSettings,
  { uuids, month, report, limits }: { uuids: string[]; month: string; report: ReadingReport; limits: ReadingLimits },
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
  for (const batch of inParts(unread, asking)) {
    const outcomes = await Promise.all(
      batch.map((one) => readOne(redis, settings, one, { month, timeoutMs: limits.timeoutMs })),
    );
    report.asked += batch.length;
    report.written.push(...outcomes.flatMap(({ written }) => written ?? []));
    if (!outcomes.every(({ goesOn }) => goesOn)) return false;
  }
  return true;
}

/** A text that takes a processor longer than this many milliseconds is not prose. */
const maxMs = 200;

/** A note whose key points a model may write: published, not kept from models, without any, and long enough to need some. */
function awaiting(note: Note): Asked | undefined {
  if (!isPublished(note) || note.noModel || note.points) return undefined;
  // Functions serve other requests meanwhile.
  if (parseCostOf(note.body) > maxMs) return undefined;
  const blocks = proseOf(parseMarkdown(note.body, {}));
  if (!pointsSaveTime(extractFrom(blocks, note), readingMinutes(note.body))) return undefined;
  return { note, blocks, digest: digestOf(note) };
}

async function readOne(
  redis: Redis,
  settings: ModelSettings,
  { note, blocks, digest }: Asked,
  { month, timeoutMs }: { month: string; timeoutMs: number },
): Promise<Outcome> {
  const request = { instructions: pointsInstructions, data: sentOf(note, blocks), maxOutputTokens };
  const reserved = maxTokens(request);
  const spending = { userId: note.authorId, month };
  const budget = await reserveTokens(redis, spending, reserved, settings.monthlyTokens);
  if (budget === 'own') {
    await waitForRun(redis, reading, note.uuid, { month, later: 1 });
    return { goesOn: true };
  }
  if (budget === 'all') {
    await backOff(redis, reading, 'spent');
    return { goesOn: false };
  }
  const answer = await modelObject(settings, request, PointsAnswer, timeoutMs);
  if (answer.tokens !== undefined) await settleTokens(redis, spending, reserved - answer.tokens);
  if (!answer.ok && answer.why === 'later') {
    const hopeless = answer.overText && (await countTry(redis, digest)) >= maxTries;
    if (hopeless) await rememberPoints(redis, digest, null, day);
    const { problem: failed, retryAfter } = answer;
    await backOff(redis, reading, { failed, ...(retryAfter !== undefined && { retryAfter }) });
    return { goesOn: false };
  }
  const points = answer.ok ? checkedPoints(answer.value, note.title, blocks) : undefined;
  if (points) await rememberPoints(redis, digest, points, rememberedSeconds);
  // A model that writes what may not be shown mostly writes something else the second time.
  else if ((await countTry(redis, digest)) > 1) await rememberPoints(redis, digest, null, day);
  else await waitForRun(redis, reading, note.uuid, { month, later: 0 });
  if (!points) {
    logReading(
      reading,
      `what it wrote of ${note.uuid} may not be shown: ${answer.ok ? 'it is not so' : answer.problem}`,
    );
  }
  const put = points ? await putPoints(redis, note, points) : null;
  return put === null ? { goesOn: true } : { goesOn: true, written: note.uuid };
}

/**
 * A model's answer in the requested form. `rubbish`: the answer has another form. `later`: the provider failed, and may
 * say for how long; `overText`: the text that was sent may be why. `tokens`: the known usage.
 */
type ModelObject<Value> =
  | { ok: true; value: Value; tokens: number | undefined }
  | { ok: false; why: 'rubbish'; problem: string; tokens: number | undefined }
  | ({ ok: false; why: 'later'; problem: string } & ProviderFailure);

/** Asks a model for an object of this schema. Never throws, and never retries. */
async function modelObject<Value>(
  settings: ModelSettings,
  request: ModelRequest,
  schema: z.ZodType<Value>,
  timeoutMs: number,
): Promise<ModelObject<Value>> {
  const { generateText, Output, NoObjectGeneratedError, NoOutputGeneratedError } = await import('ai');
  try {
    const endpoint = await provider(settings);
    const result = await generateText({
      model: endpoint(settings.model),
      system: request.instructions,
      prompt: request.data,
      output: Output.object({ schema }),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    const { totalTokens: tokens } = result.usage;
    const value = result.finishReason === 'stop' ? schema.safeParse(result.output) : undefined;
    if (value?.success) return { ok: true, value: value.data, tokens };
    return { ok: false, why: 'rubbish', problem: `it ended by ${result.finishReason}`, tokens };
  } catch (error) {
    const problem = wordsFor(error);
    if (NoObjectGeneratedError.isInstance(error)) {
      return { ok: false, why: 'rubbish', problem, tokens: error.usage?.totalTokens };
    }
    if (NoOutputGeneratedError.isInstance(error)) return { ok: false, why: 'rubbish', problem, tokens: undefined };
    return { ok: false, why: 'later', problem, ...failureOf(error) };
  }
}
