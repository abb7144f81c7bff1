import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { playwrightCount, stageCount, vitestCount } from '../../support/results.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(counted: object, name = 'report.json') {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(counted));
  return { file, read: vitestCount };
}

describe('the count of a stage', () => {
  it('is one test for a stage without a report', () => {
    expect(stageCount(0)).toEqual({ passed: 1, failed: 0 });
    expect(stageCount(2)).toEqual({ passed: 0, failed: 1 });
  });

  it('is taken from the report', () => {
    expect(stageCount(0, report({ numPassedTests: 7, numFailedTests: 0 }))).toEqual({ passed: 7, failed: 0 });
    expect(stageCount(1, report({ numPassedTests: 7, numFailedTests: 3 }))).toEqual({ passed: 7, failed: 3 });
  });

  it('includes a failure if the stage failed although every test passed', () => {
    expect(stageCount(1, report({ numPassedTests: 7, numFailedTests: 0 }))).toEqual({ passed: 7, failed: 1 });
  });

  it('includes a failure if nothing was tested or reported', () => {
    expect(stageCount(0, report({ numPassedTests: 0, numFailedTests: 0 }))).toEqual({ passed: 0, failed: 1 });
    expect(stageCount(0, { file: path.join(folder, 'none.json'), read: vitestCount })).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});

describe('the count of end-to-end tests', () => {
  it('counts a test that did not run, or passed only on retry, as failed', () => {
    expect(playwrightCount({ stats: { expected: 9, unexpected: 1, flaky: 1, skipped: 2 } })).toEqual({
      passed: 9,
      failed: 4,
    });
  });
});
