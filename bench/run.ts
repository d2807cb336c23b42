import { measureAutosave } from './autosave.ts'
import { measureBackOffice } from './back-office.ts'
import { measureCheckout } from './checkout.ts'
import { measureConsolidated } from './consolidated.ts'
import { measureDashboard } from './dashboard.ts'
import { type Figure, toTable } from './figures.ts'
import { measureFormFlood } from './form-flood.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measureReport } from './report.ts'
import { measureRoundTrips } from './round-trips.ts'
import { measureSearch } from './search.ts'
import { measureSignedIn } from './signed-in.ts'
import { measureStarts } from './starts.ts'
import { measureThemes } from './themes.ts'
import { measureUploads } from './uploads.ts'
import { measureWeight } from './weight.ts'
import { measureWorkingDay } from './working-day.ts'

/** Run only by name: one downloads a program with a hundred packages, one writes nine million rows, one works in a browser. */
const BY_NAME = new Set(['lighthouse', 'back-office', 'working-day'])

const PARTS = {
  weight: measureWeight,
  starts: measureStarts,
  pages: measurePages,
  autosave: measureAutosave,
  'back-office': measureBackOffice,
  checkout: measureCheckout,
  dashboard: measureDashboard,
  consolidated: measureConsolidated,
  'form-flood': measureFormFlood,
  lighthouse: measureLighthouse,
  memory: measureMemory,
  report: measureReport,
  'round-trips': measureRoundTrips,
  search: measureSearch,
  'signed-in': measureSignedIn,
  themes: measureThemes,
  uploads: measureUploads,
  'working-day': measureWorkingDay,
}

const requested = process.argv.slice(2)
const unknown = requested.filter(name => !(name in PARTS))
if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}`)

const figures: Figure[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (requested.length > 0 ? !requested.includes(name) : BY_NAME.has(name)) continue
  const startedAt = performance.now()
  process.stderr.write(`${name}… `)
  try {
    figures.push(...(await measure()))
  } catch (error) {
    // The other figures are worth having.
    figures.push({ name, value: `failed: ${error instanceof Error ? error.message : error}` })
    process.exitCode = 1
  }
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
}
console.log(toTable(figures))
