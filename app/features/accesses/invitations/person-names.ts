/** Usual given names in Chile that are rarely surnames, without accents: enough to tell in which order a column of names is. */
const GIVEN_NAMES = new Set(
  `adriana agustina alejandra alejandro alfonso alfredo alicia alvaro amanda amelia ana andrea andres angela angelica angeles antonia antonio
  arturo barbara beatriz belen benjamin bernarda camila camilo carla carlos carmen carolina catalina cecilia claudia claudio constanza
  cristian cristobal cristina daniel daniela david diana diego eduardo elena eliana elizabeth emilia emilio enrique ernesto esteban eugenia
  eva fabian fabiola felipe fernanda fernando florencia francisca francisco gabriel gabriela gerardo german gladys gloria gonzalo graciela
  guillermo gustavo hector hernan hugo ignacia ignacio ines ingrid irene isabel isidora ivan jaime javier javiera jessica joaquin jorge jose
  josefa josefina juan juana julia julio karen karina katherine laura leonardo leonor loreto lorena lucia luis luisa luz macarena magdalena
  manuel manuela marcela marcelo marcos margarita maria mariana mario marta martina matias mauricio maximiliano mercedes miguel millaray
  monica monserrat nancy natalia nicolas nicole olga oscar pablo pamela paola patricia patricio paula paulina paz pedro pia pilar rafael raquel
  raul rebeca renata ricardo rigoberto roberto rocio rodrigo rosa ruben ruth sandra sebastian sergio silvia sofia sonia soledad susana tamara
  teresa valentina valeria vanessa veronica victor victoria viviana ximena yasna yolanda`.split(/\s+/),
)

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^m\.?ª?$/, 'maria')

/** Whether a word of a name, with its particles, is a usual given name. */
const isGivenName = (part: string): boolean => GIVEN_NAMES.has(plain(part.split(' ').at(-1) ?? ''))

/** In which order a column of full names has its parts. */
export const NAME_ORDERS = ['first_last', 'last_first'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

/** `guessed`: nothing in the text says where the given names end. */
export type SplitName = { firstName: string; lastName: string; guessed: boolean }

/** Words that belong to the one after them: 'de la Fuente', 'San Martín', 'María de los Ángeles'. */
const PARTICLES = new Set('de del la las los da das do dos di du van von der den san santa mac y e'.split(' '))

/** The words of a name, each with the particles before it. */
function splitParts(name: string): string[] {
  const parts: string[] = []
  let before = ''
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const isParticle = PARTICLES.has(word.toLowerCase())
    const whole = before === '' ? word : `${before} ${word}`
    before = isParticle ? whole : ''
    if (!isParticle) parts.push(whole)
  }
  return before === '' ? parts : [...parts, before]
}

/**
 * Given names and surnames of a full name as people in Chile have them, one or two of each: 'Ana María Pérez Soto', 'Pérez Soto, Ana María',
 * or 'PÉREZ SOTO ANA MARÍA' where surnames come first. Of three words, the one in the middle is a given name if it is a usual one.
 */
export function splitFullName(name: string, order: NameOrder): SplitName {
  const [before = '', after, ...more] = name.split(',').map(part => part.trim())
  if (after && before !== '' && more.length === 0) return { firstName: after, lastName: before, guessed: false }
  const parts = splitParts(name)
  const isThree = parts.length === 3
  const middleIsGiven = isThree && isGivenName(parts[1] ?? '')
  const join = (from: number, to?: number) => parts.slice(from, to).join(' ')
  if (order === 'last_first') {
    const surnames = parts.length < 3 || middleIsGiven ? 1 : 2
    return { firstName: join(surnames), lastName: join(0, surnames), guessed: parts.length > 1 }
  }
  const given = parts.length < 3 ? 1 : isThree ? (middleIsGiven ? 2 : 1) : parts.length - 2
  return { firstName: join(0, given), lastName: join(given), guessed: parts.length > 2 }
}

/** The order that most names of a column have, by where the usual given names are; that of the title where it says so. */
export function guessNameOrder(title: string, names: readonly string[]): NameOrder {
  if (/^[^\p{L}]*apellidos?\b|\bapellidos?\W+(?:y\W+)?nombres?\b/iu.test(title)) return 'last_first'
  let surnamesFirst = 0
  for (const name of names) {
    const parts = splitParts(name)
    if (parts.length < 2 || name.includes(',')) continue
    const [first, last] = [isGivenName(parts[0] ?? ''), isGivenName(parts.at(-1) ?? '')]
    if (first !== last) surnamesFirst += last ? 1 : -1
  }
  return surnamesFirst > 0 ? 'last_first' : 'first_last'
}
