import { useState } from 'react';
import { Button } from '../Button.tsx';
import { Boundary } from '../Boundary.tsx';
import { KitPart } from './KitPart.tsx';

function Breakable() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('This example breaks.');
  return (
    <Button variant="outline" color="danger" onClick={() => setBroken(true)}>
      Break it
    </Button>
  );
}

export function KitBoundary() {
  return (
    <KitPart name="Boundary">
      <Boundary>
        <Breakable />
      </Boundary>
    </KitPart>
  );
}
