import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { exportProgressText } from '../../../src/transfer/browser/fetch-export.ts';
import { exportFormats, formatCoverage, type ExportFormat } from '../../../src/transfer/model/export-formats.ts';

test('docs/import-and-export.md says for every format what it contains and leaves out', async () => {
  const page = await readFile(new URL('../../../docs/import-and-export.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const format of Object.keys(exportFormats) as ExportFormat[]) {
    const { holds, leaves } = formatCoverage(format);
    const said = [`${exportFormats[format].label} (\`${format}\`)`, holds.join(', '), leaves.join(', ') || 'nothing'];
    expect(rows).toContainEqual(['', ...said, '']);
  }
});

test('the progress of an export is described, including a restart after an interruption', () => {
  expect(exportProgressText({ begun: 1, parts: 0, bytes: 0 })).toBe('Your file is being made.');
  expect(exportProgressText({ begun: 2, parts: 3, bytes: 12 * 2 ** 20 })).toBe(
    'Making your file was interrupted, so it was started again. Your file is being made: 12 MB so far.',
  );
});
