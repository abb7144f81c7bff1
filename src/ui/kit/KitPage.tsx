import { bounded } from '../Boundary.tsx';
import { KitShown, KitBoundary } from './KitShown.tsx';
import { KitForms, KitButtons, KitChoices } from './KitForms.tsx';
import { KitModals, KitToasts } from './KitModals.tsx';

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
