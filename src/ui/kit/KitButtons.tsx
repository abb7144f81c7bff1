import { Button } from '../Button.tsx';
import { Glyph } from '../Glyph.tsx';
import { KitPart, KitRow } from './KitPart.tsx';

const variants = ['solid', 'soft', 'outline', 'ghost'] as const;
const colors = ['primary', 'neutral', 'danger'] as const;
const sizes = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl'] as const;

export function KitButtons() {
  return (
    <KitPart name="Button">
      <KitRow of="as it is">
        <Button>Button</Button>
      </KitRow>
      {variants.map((variant) => (
        <KitRow key={variant} of={variant}>
          {colors.map((color) => (
            <Button key={color} variant={variant} color={color}>
              {color}
            </Button>
          ))}
        </KitRow>
      ))}
      <KitRow of="sizes">
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </KitRow>
      <KitRow of="states">
        <Button loading>Saving</Button>
        <Button variant="outline" loading>
          Saving
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="outline" color="neutral" disabled>
          Disabled
        </Button>
        <Button href="/kit" variant="soft">
          A link
        </Button>
        <Button color="danger">
          <Glyph name="trash" />
          With a glyph
        </Button>
      </KitRow>
      <KitRow of="block">
        <Button block>A whole line, and a label so long that a narrow screen has to do something about it</Button>
      </KitRow>
    </KitPart>
  );
}
