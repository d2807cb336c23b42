import { measureAutosave } from './autosave.ts'
import { measureCheckout } from './checkout.ts'
import { measurePages } from './pages.ts'
import { measureSearch } from './search.ts'
import { measureStarts } from './starts.ts'
import { measureWeight } from './weight.ts'

const PARTS = {
  weight: measureWeight,
  starts: measureStarts,
  pages: measurePages,
  autosave: measureAutosave,
  checkout: measureCheckout,
  search: measureSearch,
}

const asked = process.argv.slice(2)
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const line of await measure()) console.log(line)
}
