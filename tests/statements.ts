import { readdirSync, readFileSync } from 'node:fs'
import { readAllTags, readStatements } from './support/statements.ts'

// `npm run statements`: every statement of the specifications with the tests that show it; `npm run statements S2`
// those with this prefix.

const [beginning = ''] = process.argv.slice(2)
const { shown } = readAllTags()
for (const page of readdirSync('docs/statements')) {
  for (const { id, text } of readStatements(readFileSync(`docs/statements/${page}`, 'utf8'))) {
    if (!id.startsWith(beginning)) continue
    console.log(`${id} ${text}`)
    for (const tag of shown) if (tag.id === id) console.log(`    ${tag.file}:${tag.line} › ${tag.test}`)
  }
}
