import { bounded, Boundary } from '../Boundary.tsx';
import { KitForms, KitButtons, KitChoices, KitPart, KitRow } from './KitForms.tsx';
import { KitModals, KitToasts } from './KitModals.tsx';
import { Avatar } from '../Avatar.tsx';
import { Badge } from '../Badge.tsx';
import { Card, Notice } from '../Notice.tsx';
import { EmptyState, Loading, Skeleton } from '../Loading.tsx';
import { Button, Spinner } from '../Button.tsx';
import { useState } from 'react';

const sizes = ['3xs', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const;
const names = ['Ada Lovelace', 'étienne de La Boétie', '清少納言', 'अभ्यास शर्मा', 'الجليس', '👩🏽‍🚀 Sam', '— …', ''];

function KitShown() {
  return (
    <>
      <KitPart name="Avatar">
        <KitRow name="sizes">
          {sizes.map((size) => (
            <Avatar key={size} size={size} alt={`Michel de Montaigne, ${size}`} />
          ))}
        </KitRow>
        <KitRow name="names">
          {names.map((name) => (
            <Avatar key={name} alt={name} size="xl" />
          ))}
        </KitRow>
      </KitPart>
      <KitPart name="Badge, Card, Notice">
        <KitRow name="badges">
          <Badge>Neutral</Badge>
          <Badge color="primary">Primary</Badge>
          <Badge color="danger">Danger</Badge>
          <Badge color="danger" size="sm">
            12
          </Badge>
        </KitRow>
        <div className="kit-grid">
          <Card>
            <strong>A card</strong>
            <span>holds what belongs together.</span>
          </Card>
          <Card>{'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel'.repeat(3)}</Card>
          <Notice title="News">They are announced politely.</Notice>
          <Notice kind="danger" title="A failure">
            It is announced at once.
          </Notice>
        </div>
      </KitPart>
      <KitPart name="Skeleton, Loading, Spinner, EmptyState">
        <div className="kit-grid">
          <Card>
            <Skeleton className="size-12 rounded-full" />
            <Skeleton />
            <Skeleton className="w-1/2" />
          </Card>
          <Loading what="Loading an example" />
          <EmptyState title={<h3>Nothing here yet</h3>} actions={<Button size="xs">Begin</Button>}>
            What would be here, and what to do about it.
          </EmptyState>
          <Spinner />
        </div>
      </KitPart>
    </>
  );
}

function Breakable() {
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('This example breaks.');
  return (
    <Button variant="outline" color="danger" onClick={() => setBroken(true)}>
      Break it
    </Button>
  );
}

function KitBoundary() {
  return (
    <KitPart name="Boundary">
      <Boundary>
        <Breakable />
      </Boundary>
    </KitPart>
  );
}

/** Every component of the kit in every state, for tests and for viewing. */
export const KitPage = bounded(function KitPage() {
  return (
    <>
      <KitToasts />
      <KitModals />
      <KitButtons />
      <KitForms />
      <KitChoices />
      <KitShown />
      <KitBoundary />
    </>
  );
});
