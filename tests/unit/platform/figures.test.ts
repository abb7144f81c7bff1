import { describe, expect, test } from 'vitest';
import { f1, mean, ndcg, precision, recall } from '../../eval/figures.ts';

describe('quality metrics', () => {
  const grades = { best: 2, good: 1, bad: 0 };

  test('the ideal order has the full gain, and no useful results have none', () => {
    expect(ndcg(['best', 'good', 'bad'], grades, 10)).toBe(1);
    expect(ndcg(['bad', 'unknown'], grades, 10)).toBe(0);
    expect(ndcg([], {}, 10)).toBe(0);
  });

  test('later results count less', () => {
    const swapped = ndcg(['good', 'best'], grades, 10);
    expect(swapped).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), 10);
    expect(ndcg(['bad', 'best', 'good'], grades, 10)).toBeLessThan(1);
    expect(ndcg(['best', 'good'], grades, 1)).toBe(1);
  });

  test('recall counts all useful results within the depth', () => {
    expect(recall(['bad', 'good'], grades, 20)).toBe(0.5);
    expect(recall(['bad', 'good'], grades, 1)).toBe(0);
  });

  test('precision counts missing results as wrong', () => {
    expect(precision(['a', 'b'], new Set(['a']), 5)).toBe(0.2);
  });

  test('F1 balances false positives and false negatives', () => {
    expect(f1(new Set(['a', 'b']), new Set(['a', 'c', 'd']))).toBeCloseTo(0.4, 10);
    expect(f1(new Set(), new Set(['a']))).toBe(0);
  });

  test('the mean of no numbers is zero', () => {
    expect(mean([])).toBe(0);
    expect(mean([1, 2])).toBe(1.5);
  });
});
