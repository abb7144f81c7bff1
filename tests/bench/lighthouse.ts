import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';

export type Scores = {
  page: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** What costs points: weighted audits below 1, worst first. */
  costs: string;
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's four scores of 100, as on a mid-range phone on a slow network, of each page: the median run of three. */
export async function lighthouseScores(url: string, pages: Record<string, string>): Promise<Scores[]> {
  const rows: Scores[] = [];
  for (const [page, path] of Object.entries(pages)) {
    const runs: Omit<Scores, 'page'>[] = [];
    for (let run = 0; run < 3; run += 1) runs.push(await scoresOf(url + path));
    const [, median] = runs.sort((one, other) => one.performance - other.performance);
    if (median) rows.push({ page, ...median });
  }
  return rows;
}

/** In a new browser each time: from the second page on, Lighthouse misses the start of the navigation in its trace. */
async function scoresOf(url: string): Promise<Omit<Scores, 'page'>> {
  const port = await freePort();
  const options = chromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, `--remote-debugging-port=${port}`] });
  try {
    const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
    if (!run || run.lhr.runtimeError) {
      throw new Error(`Lighthouse gave nothing for ${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
    }
    const { lhr } = run;
    const score = (name: (typeof categories)[number]) => Math.round((lhr.categories[name]?.score ?? 0) * 100);
    const costs = Object.values(lhr.categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .map(({ id }) => ({ id, score: lhr.audits[id]?.score ?? 1, shown: lhr.audits[id]?.displayValue ?? '' }))
      .filter((audit) => audit.score < 1)
      .sort((a, b) => a.score - b.score)
      .map(({ id, shown }) => (shown ? `${id} (${shown})` : id));
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      costs: costs.join(', '),
    };
  } finally {
    await browser.close();
  }
}
