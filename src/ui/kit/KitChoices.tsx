import { useState } from 'react';
import { toasts } from '../toasts/toasts.ts';
import { Button } from '../Button.tsx';
import { Glyph } from '../Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../Menu.tsx';
import { Switch } from '../forms/Switch.tsx';
import { Tabs } from '../Tabs.tsx';
import { KitPart, KitRow } from './KitPart.tsx';

export function KitChoices() {
  const [mailed, setMailed] = useState(false);
  return (
    <KitPart name="Menu, Tabs, Switch">
      <KitRow of="menu">
        <Menu
          align="start"
          trigger={
            <Button variant="outline" color="neutral">
              Menu
              <Glyph name="chevron" className="size-4" />
            </Button>
          }
        >
          <MenuItem onSelect={() => toasts.add({ title: 'Renamed', icon: 'check' })}>Rename</MenuItem>
          <MenuItem href="/note/list/1">All notes</MenuItem>
          <MenuItem disabled onSelect={() => undefined}>
            Not now
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={() => toasts.add({ title: 'Deleted', icon: 'trash', color: 'danger' })}>
            Delete
          </MenuItem>
        </Menu>
      </KitRow>
      <div className="kit-grid">
        <Switch checked={mailed} onChange={setMailed}>
          Tell me by mail
        </Switch>
        <Switch checked onChange={() => undefined}>
          Always on
        </Switch>
        <Switch checked={false} disabled onChange={() => undefined}>
          Disabled
        </Switch>
      </div>
      <Tabs
        label="Ways to read"
        tabs={[
          { value: 'thread', label: 'Thread', panel: <p>Everything in the order of the discussion.</p> },
          { value: 'newest', label: 'Newest', panel: <p>The newest first.</p> },
          { value: 'later', label: 'Later', panel: <p>Nobody sees this.</p>, disabled: true },
          { value: 'none', label: 'A tab with a longer name', panel: <p>The last panel.</p> },
        ]}
      />
    </KitPart>
  );
}
