import { noteFrom, type Note } from '../../src/notes/model/note.ts';
import { seededRandom } from '../support/seeded.ts';

/** Facts by subject. Subjects share words on purpose: what is near by its letters is not near by what it says. */
const facts: Record<string, Record<string, string>> = {
  'python language': {
    leak: 'A leak in Python is a reference that something keeps: memory grows until a cycle or a cache lets go.',
    decorators: 'A decorator takes a function and gives back another one, which is all that the sign before it means.',
    types: 'Annotations are read by checkers and ignored when the program runs.',
  },
  'python snake': {
    prey: 'The constrictor swallows prey wider than its head, since its jaws come apart.',
    eggs: 'She coils around her eggs and shivers to keep them warm, which few snakes do.',
    scales: 'Scales on the belly grip the bark, so that the python climbs without limbs.',
  },
  'mercury planet': {
    orbit: 'The orbit is so stretched that the sun seems to stop and turn back in its sky.',
    craters: 'Craters cover Mercury, some with ice in shadows that no light reaches.',
    core: 'Its iron core takes most of the planet.',
  },
  'mercury metal': {
    hatters: 'Hatters breathed mercury over felt and were poisoned: trembling hands, lost words.',
    thermometer: 'In a thermometer the liquid metal climbs a glass thread evenly, which made it useful.',
    gold: 'Miners bind gold with it and burn the rest into the river.',
  },
  'river bank': {
    erosion: 'After floods the outer bank of a bend wears away, and the inner one grows.',
    kingfisher: 'A kingfisher digs its nest into a steep bank, a tunnel as long as an arm.',
    willow: 'Willows hold the bank with roots that stand in water.',
  },
  'money bank': {
    interest: 'When rates of interest rise, savings earn more and loans cost more.',
    run: 'A run begins when depositors believe that other depositors believe it.',
    vault: 'The vault is for show by now, since the balance is a number elsewhere.',
  },
  'seal animal': {
    pups: 'Pups are born white on the ice and double their weight in ten days.',
    diving: 'A seal dives for an hour without a breath, its heart beating four times a minute.',
    whiskers: 'With its whiskers it follows the wake of a fish that passed.',
  },
  'seal stamp': {
    wax: 'Letters were closed with wax, and the seal pressed into it told who had written.',
    stone: 'In Japan a name is cut into stone and pressed in red.',
    forgery: 'To forge a seal one made a mould of bread.',
  },
  'jaguar cat': {
    hunting: 'The jaguar hunts in the rainforest at dusk and bites through the skull.',
    spots: 'Within its rosettes there are small spots, which a leopard lacks.',
  },
  'jaguar car': {
    engine: 'The engine of the old Jaguar needs its valves set cold; repair takes a weekend.',
    seats: 'Leather seats crack along the seams when they dry.',
  },
  'crane bird': {
    migration: 'Cranes migrate in a wedge along the same rivers each autumn.',
    dance: 'Pairs dance for years before they nest.',
  },
  'crane machine': {
    load: 'The load that a crane may lift falls with the length of its arm: that limit is painted on it.',
    wind: 'In wind the tower is left to turn freely.',
  },
  'pitch music': {
    string: 'A string at half its length sounds an octave higher; the pitch of a violin follows the finger.',
    voice: 'Singers drift flat when they are tired.',
  },
  'pitch tar': {
    drop: 'In an experiment of a hundred years, a funnel of pitch has let nine drops fall.',
    boats: 'Boats were caulked with pitch and rope.',
  },
  'ring tree': {
    dating: 'A beam is dated by matching its rings with those of older trees, year by year.',
    drought: 'A narrow ring remembers a dry summer.',
  },
};

const fillers =
  `I wrote this down on a slow afternoon. Somebody will know better. What follows is from memory and two books.
  The rest is for another day. A friend asked me about it. It took me years to notice. There is more to say about how people
  came to know it. Most accounts leave this out.`.split(/(?<=\.)\s+/);

/** The generated notes with the fact that each is about, and those that it mentions beside it. */
export function generatedNotes(): { note: Note; about: string; mentions: string[] }[] {
  const random = seededRandom(11);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const all = Object.entries(facts).flatMap(([subject, own]) => Object.keys(own).map((fact) => `${subject}/${fact}`));
  const textOf = (name: string) => {
    const [subject = '', fact = ''] = name.split('/');
    return facts[subject]?.[fact] ?? '';
  };
  return [0, 1, 2, 3].flatMap((round) =>
    all.map((about, index) => {
      const [subject = ''] = about.split('/');
      const others = all.filter((name) => name !== about && name.startsWith(`${subject}/`));
      const mentions = round % 2 === 0 ? [pick(others)] : [];
      const filler = Array.from({ length: 4 + Math.floor(random() * 8) }, () => pick(fillers));
      const body = [pick(fillers), textOf(about), ...filler, ...mentions.map(textOf)].join(' ');
      const title = round === 0 ? `On the ${subject.split(' ').join(', the ')}` : `A note of ${subject.split(' ')[1]}`;
      const number = round * all.length + index;
      const uuid = `01910000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      const now = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000);
      const draft = { title: `${title} (${number})`, body, tags: [], visibility: 'public' as const };
      return { note: noteFrom(draft, { uuid, authorId: 'u_eval', now }), about, mentions };
    }),
  );
}
