import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { type Checker, TypeFlags } from 'typescript/unstable/sync'
import { checkSources, partsOf } from './typed-sources.ts'

// `npm run boundaries`: a text is cut by `cutText` of #app/kernel/text.ts, between two characters that people see. `.slice(0, 100)` cuts
// between UTF-16 units: half an emoji is no text that PostgreSQL, a URL or JSON takes. Lists and bytes are sliced as ever, and so are
// texts of a fixed shape (days, digests) and texts at a place that was found in them.

const CUTS = new Set(['slice', 'substring', 'substr'])

/** Texts of plain characters in fixed places: the program made them. */
const FIXED =
  /\.toISOString\(\)$|\.digest\([^)]*\)$|\btoClock\([^)]*\)$|(^|\.)(iso|hex|digest|paidOn|\w*[dD]ay|oldest_unreconciled)$/

/** What says how long a text may be, and not where something was found in it. */
const LIMIT = /^\d+$|^[A-Z][A-Z\d_]*(\.\w+)*$|(^|\.)(max\w*|most|limit|size)$|^(length|textLimit)$/

/** Not those of a template, such as a day's. */
const TEXTS = TypeFlags.String | TypeFlags.StringLiteral

type Call = Node & { expression: Node & { name?: Node; expression?: Node }; arguments: readonly Node[] }

function problemsOf(source: SourceFile, file: string, checker: Checker): string[] {
  const found: string[] = []
  const textOf = (node: Node | undefined): string => (node ? source.text.slice(node.pos, node.end).trim() : '')
  const isText = (node: Node): boolean => partsOf(checker.getTypeAtLocation(node)).some(part => part.flags & TEXTS)
  const visit = (node: Node): undefined => {
    if (node.kind === SyntaxKind.CallExpression) {
      const { expression, arguments: given } = node as Call
      const [from, to] = given
      const cut = expression.expression
      if (cut && CUTS.has(textOf(expression.name)) && textOf(from) === '0' && LIMIT.test(textOf(to))) {
        const line = source.text.slice(0, expression.end).split('\n').length
        if (!FIXED.test(textOf(cut)) && isText(cut))
          found.push(`${file}:${line}: ${textOf(cut).split('\n').at(-1)?.trim()}`)
      }
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/**
 * Every place of some files where a text is cut between UTF-16 units, one line each.
 * @param files their paths from the project's root; each belongs to its tsconfig.json.
 */
export function brokenCuts(files: readonly string[], root = join(import.meta.dirname, '..')): string[] {
  return checkSources(files, root, problemsOf)
}

if (import.meta.main) {
  const files = globSync('{app,server}/**/*.{ts,tsx}', {
    exclude: ['**/*.test*.ts', '**/*.test*.tsx', 'app/kernel/text.ts'],
  })
  const problems = brokenCuts(files)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Cut texts with `cutText` or `shorten` of #app/kernel/text.ts: `.slice(0, …)` halves emoji.')
    process.exitCode = 1
  }
}
