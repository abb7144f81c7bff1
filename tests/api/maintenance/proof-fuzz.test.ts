import { test } from 'vitest';
import { expectNoFault } from '../../support/fuzzed.ts';

test('none of 300 random inputs causes an error, and refused ones write nothing', { timeout: 600_000 }, () =>
  expectNoFault(300),
);
