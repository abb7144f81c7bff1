/**
 * Passwords that guessing tools try first, reduced to their stems: guessers add digits, years and signs, and
 * write letters as digits, so `isCommonPassword` undoes that before it looks.
 */
const stems = new Set(
  `password passw passwort motdepasse contrasena senha parola wachtwoord salasana haslo qwerty qwertyuiop qwertz azerty
  asdfgh asdfghjkl zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc letmein letmeinnow welcome welcomehome iloveyou iloveyouforever
  ihateyou trustno trustnoone whatever changeme changeit default secret topsecret supersecret masterpassword mypassword
  thisismypassword passwordpassword administrator admin adminadmin root rootroot toor guest testtest test tester
  login loginlogin access computer internet google facebook youtube linkedin netflix spotify microsoft windows samsung
  football baseball basketball liverpool manchester chelsea arsenal barcelona realmadrid juventus superman batman
  spiderman starwars pokemon naruto dragon dragonball monkey princess sunshine shadow master michael jordan jessica
  jennifer charlie daniel thomas andrew ashley nicole matthew hannah samantha elizabeth alexander christopher
  butterfly chocolate flower summer winter autumn spring hello hellohello helloworld hellothere goodmorning freedom
  forever blessed jesus jesuschrist godisgood mustang ferrari corvette yamaha harley killer hunter ranger buster
  tigger ginger pepper cookie cheese banana orange purple yellow silver golden diamond crystal rainbow unicorn
  abcdef abcdefg abcdefgh abcdefghij abcabc abcd abc aaa zzz qqq xxx correcthorsebatterystaple correcthorse battery
  commonplace bookmark readinglist`.split(/\s+/),
);

/** Whether a password is among the common ones, repeats one short piece, or runs along the keyboard or alphabet. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return isRepetition(plain) || isRun(plain) || stemsOf(plain).some((stem) => stems.has(stem));
}

function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/u.test(text);
}

/** Every character follows its neighbour by the same step, as in 1234567890 or zyxwvutsrq. */
function isRun(text: string): boolean {
  const codes = [...text.replace(/0$/, ':')].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

function stemsOf(text: string): string[] {
  const letters = (from: string) => from.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').replace(/[^\p{L}]/gu, '');
  const unleeted = text
    .replace(/[\d!?.]+$/, '')
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/[1!|]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/7/g, 't');
  return [letters(text), letters(unleeted)];
}
