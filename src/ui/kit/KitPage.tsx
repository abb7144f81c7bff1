import { bounded } from '../Boundary.tsx';
import { KitBoundary } from './KitBoundary.tsx';
import { KitButtons } from './KitButtons.tsx';
import { KitChoices } from './KitChoices.tsx';
import { KitForms } from './KitForms.tsx';
import { KitModals } from './KitModals.tsx';
import { KitShown } from './KitShown.tsx';
import { KitToasts } from './KitToasts.tsx';

/** Every component of the kit in every state, for tests and for looking at. */
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
