import { Menu } from '@base-ui/react/menu';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { signOutOrAsk } from '../../people/views/Outbox.tsx';
import { useSession } from '../../people/browser/calls.ts';
import { mayModerate } from '../../people/model/permissions.ts';
import { chooseColourMode, currentColourMode } from '../../platform/browser/colour-mode.ts';
import { kitStyles } from '../../platform/browser/lazy-view.ts';
import { colourModes, type ColourMode } from '../../platform/model/colour-mode.ts';
import { paths } from '../../platform/model/paths.ts';
import { menuBox, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { option } from '../../ui/cn.ts';

/** The menu of the avatar in the header, which is a link to /user until this code is loaded. */
function AccountMenu({ link, toggles }: { link: HTMLElement; toggles: EventTarget }) {
  const { user } = useSession();
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState(false);
  useEffect(() => {
    const toggle = () => setOpen((was) => !was);
    toggles.addEventListener('toggle', toggle);
    return () => toggles.removeEventListener('toggle', toggle);
  }, [toggles]);
  useEffect(() => link.setAttribute('aria-expanded', String(open)), [link, open]);

  async function leave() {
    setFailure(false);
    if (await signOutOrAsk(user?.id)) return;
    setFailure(true);
    setOpen(true);
  }

  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, { event }) => {
        // The link toggles the menu itself.
        if (!(event.target instanceof Node && link.contains(event.target))) setOpen(next);
      }}
    >
      <Menu.Portal container={link.parentElement}>
        <Menu.Positioner anchor={link} sideOffset={6} align="end" className="z-70 outline-none">
          <Menu.Popup aria-label="Account" finalFocus={() => link} className={menuBox}>
            <MenuItem href={paths.user}>My library</MenuItem>
            <MenuItem href={paths.inbox}>Inbox</MenuItem>
            <MenuItem href={paths.settingsOf('profile')}>Profile</MenuItem>
            <MenuItem href={paths.settingsOf('import')}>Import</MenuItem>
            <MenuItem href={paths.settings}>Settings</MenuItem>
            {user && mayModerate(user) && <MenuItem href={paths.moderation}>Moderation</MenuItem>}
            <MenuSeparator />
            <ColourModes />
            <MenuSeparator />
            <MenuItem onSelect={() => void leave()}>
              {failure ? 'You’re still signed in. Try again' : 'Sign out'}
            </MenuItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const modes: Record<ColourMode, string> = { light: 'Light', dark: 'Dark', system: 'Same as this device' };

/** The choice of light or dark. The menu stays open, so that the effect can be seen. */
function ColourModes() {
  const [mode, setMode] = useState(() => currentColourMode());
  if ('colourForced' in document.documentElement.dataset) return null;
  return (
    <Menu.RadioGroup
      value={mode}
      onValueChange={(next: ColourMode) => {
        setMode(next);
        chooseColourMode(next);
      }}
    >
      {colourModes.map((one) => (
        <Menu.RadioItem key={one} value={one} closeOnClick={false} className={option}>
          <span className="grow">{modes[one]}</span>
          <Menu.RadioItemIndicator>
            <Glyph name="check" className="size-4 text-primary" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** By link: an event target that toggles its menu. Each link has one from its first press on. */
const menus = new WeakMap<HTMLElement, EventTarget>();

// Loads the styles together with the code, so that a press waits for neither.
const styled = kitStyles();

/** Opens or closes the menu of this link. */
export async function toggleAccountMenu(link: HTMLElement): Promise<void> {
  const known = menus.get(link);
  if (known) return void known.dispatchEvent(new Event('toggle'));
  const toggles = new EventTarget();
  menus.set(link, toggles);
  await styled;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<AccountMenu link={link} toggles={toggles} />);
}
