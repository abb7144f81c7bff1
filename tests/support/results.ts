import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

export type Count = { passed: number; failed: number };

const Vitest = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const Playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** Counts the tests in vitest's JSON report. */
export function vitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests } = Vitest.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * Counts the tests in Playwright's JSON report. A test that did not run, or passed only on a retry, counts as failed.
 */
export function playwrightCount(report: unknown): Count {
  const { expected, unexpected, flaky, skipped } = Playwright.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/**
 * The count of a stage: one for a stage without a report, else that of its report. A stage with a non-zero exit code
 * has at least one failure, and one without any tests proved nothing.
 */
export function stageCount(code: number, report?: { file: string; read: (report: unknown) => Count }): Count {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(report.file)) return { passed: 0, failed: 1 };
  const { passed, failed } = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}
