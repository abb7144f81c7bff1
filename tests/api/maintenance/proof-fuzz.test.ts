import { test } from 'vitest';
import { expectNoFault } from '../../support/fuzzed.ts';

test('no input of 300 is answered by a fault, and what is refused writes nothing', { timeout: 600_000 }, () =>
  expectNoFault(300),
);
