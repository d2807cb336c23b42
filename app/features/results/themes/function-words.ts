import { withoutAccents } from './split-words.ts'
import { EMPTY, LINK } from './theme-words.ts'

const words = (text: string): ReadonlySet<string> => new Set(withoutAccents(text).split(/\s+/))

/** Words that stand within a phrase: 'calidad de los datos' is the pair 'calidad' and 'datos'. 'No' and 'sin' turn it round, and separate. */
const LINKS = words('a al con de del e el en la las lo los o para por su sus u un una y')

/**
 * Words that say nothing by themselves and that PostgreSQL's Spanish stop words lack: function words, auxiliaries in other forms, and
 * those that are often written without their accent.
 */
const NO_THEMES =
  words(`acá además ahí ahora algo algún alguna algunas alguno algunos allá allí ambos apenas aquel aquella aquellos aquí así aún aunque bastante
  bien cada casi cierto ciertos cómo cosa cosas creo cual cuales cualquier cuándo cuánto cuyo debe deben debería deberían deber debido
  demás demasiado dentro desde después donde dos embargo encima entonces era eran es ese esos etc existe existen fin forma fuera general
  gran grande grandes ha haber había hace hacen hacer hacia han hasta hay haya igual incluso ir junto le luego mayor mayoría mejor menos
  mientras misma mismas mismo mismos muchas muchos mucha muy más no nunca otra otras otro otros parte pero poca pocas pocos podemos poder
  podría podrían pueda puedan puede pueden pues querer quizás sea sean según ser será serían sería si sí siempre sigue siguen sino sólo
  son sobre tal tales también tampoco tan tanta tanto tantos tener tenga tengan tenía toda todas todavía todos tres unas unos usted
  ustedes va van vez veces ya`)

/**
 * What each form is: of a stem, by its number, or `LINK` or `EMPTY`.
 * @param stems of the dictionary, '' of its stop words
 */
export function kindsOf(forms: readonly string[], stems: readonly string[]): number[] {
  const numbers = new Map<string, number>()
  return forms.map((form, index) => {
    const plain = withoutAccents(form)
    const stem = withoutAccents(stems[index] ?? '')
    if (LINKS.has(plain)) return LINK
    if (stem === '' || plain.length < 2 || NO_THEMES.has(plain)) return EMPTY
    const number = numbers.get(stem) ?? numbers.size
    numbers.set(stem, number)
    return number
  })
}
