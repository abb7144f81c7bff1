import { test } from 'vitest';
import { expectFuzzingFindsNothing } from '../../support/fuzzed.ts';

test('none of 300 random inputs causes an error, and refused ones write nothing', { timeout: 600_000 }, () =>
  expectFuzzingFindsNothing(300),
);
