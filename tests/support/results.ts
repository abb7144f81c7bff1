import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export type Count = { passed: number; failed: number };

const Vitest = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const Playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** What vitest's JSON report counted. */
export function vitestCount(report: unknown): Count {
  const { numPassedTests, numFailedTests } = Vitest.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** What Playwright's JSON report counted. A test that did not run, or passed only when repeated, has failed. */
export function playwrightCount(report: unknown): Count {
  const { expected, unexpected, flaky, skipped } = Playwright.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/**
 * The count of a stage: one for a stage without a report, else what its report says. A stage that ended badly has at
 * least one failure, and one that counted nothing proved nothing.
 */
export function stageCount(code: number, report?: { file: string; read: (report: unknown) => Count }): Count {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!existsSync(report.file)) return { passed: 0, failed: 1 };
  const { passed, failed } = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}
