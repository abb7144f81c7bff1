import { generalWordsByLanguage } from './general-words-by-language.ts';
import { whenNeeded } from '../remembered.ts';
import { termOf } from './words.ts';

/** Words that many English texts say whatever they are about, as terms: what two notes share by them says little. */
const general = `able accept account act actual actually add afternoon age ago agree allow alone answer anyone appear
    apply april area arrive aside ask asked asks attention august available avoid away base basic beautiful became
    become began begin beginning behind belong best better big bottom bring brought build built busy call came capital
    care careful carry case cause certain chance change chapter check choice choose clear clearly close collect come
    common complain complete consider contain continue copy correct cost count couple course cover day deal decade
    december decide decided depend describe describes detail difference different difficult difficulty disappear
    discover draw drop early easier easily easy edition effort either empty end enter entire entirely equal even
    evening event everybody exact exactly example except expect explain explains express extra fact fail fair fall
    familiar famous far fast february feel felt field figure fill final finally find fine finish fit fix follow
    following form forth forward found free friday friend front full further future gave general gift give given glad
    gone great group grow guess guide half hand handle happen happened hard hear heard heavy held help high hold home
    hope hour hundredth hurry idea imagine immediately important include increase indeed inside instance instruction
    intend interest interesting introduce issue item january join july june kept kind knew know known large late
    latest lead learn learned leave led left length let level life like likely limit line list little live local look
    looked lose lost lot love low main manner march mark matter mean meaning means meant meet mention mere middle mind
    mine minute miss mistake moment monday month morning move moved name named natural near nearly necessary need new
    night normal note notice noticed november number object obvious occur october offer office old older ones open
    opened opens opinion order ordinary original outside page paid pair particular pass past pause perfect perhaps
    period person pick piece place plain plan pleasant point position possible prefer prepare present press pretty
    private probably problem process produce promise proper properly protect prove provide public publish published
    pull purpose push question quick quickly quiet quietly quite raise range rare rate reach read ready real really
    reason receive recent record reduce refer refuse relation remain remains remark remove repeat replace reply report
    require respect rest result return right role round row rule run safe sat saturday save saw scene second section
    seem seemed seems seen select send sense sent separate september series serious serve set settle several shape
    share sheet short show shown side sign similar simple simply single sit site situation size slightly slow slowly
    small smaller somewhat soon sort sound space speak special spend spent spot stand standard start started state
    stay step stick stood stop stopped story straight strange strong subject succeed suddenly suggest suit summer
    sunday suppose sure surface surprise surprised system table taken task taste tell term test thank think thinking
    thinks third thought thursday tie till time tiny title told tomorrow tonight took top total touch towards town
    tried trouble true truth try trying tuesday turn turned type understand understood unit unless unusual usual
    usually value various version view visit wait walk wall wanted watch wednesday week weight went whole wide winter
    wish wonder wondered wonderful word write written wrong wrote year yesterday young`;

const english = new Set(general.split(/\s+/));
const byLanguage = whenNeeded(
  () =>
    new Map(
      Object.entries(generalWordsByLanguage).map(([language, words]) => [
        language,
        new Set(words.split(/\s+/).map(termOf)),
      ]),
    ),
);

/**
 * Whether a term says little about what a text of this language (ISO 639-1) is about, though it is no small word; of two
 * words, where neither does. Where the language is not known, or has no list of its own, English words count.
 */
export function isGeneralWord(term: string, language?: string): boolean {
  const words = (language === undefined ? undefined : byLanguage().get(language)) ?? english;
  const has = (word: string) => words.has(word) || (language === 'de' && words.has(word.replace(germanEnding, 'e')));
  return term.includes(' ') ? term.split(' ').every(has) : has(term);
}

/** German words are met in too many forms to list: einige, einiger, einigem. */
const germanEnding = /e[mnrs]$/;
