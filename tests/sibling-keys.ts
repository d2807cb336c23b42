import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { checkSources } from './typed-sources.ts'

// `npm run boundaries`: elements side by side whose keys are computed begin them with a word of their own. Two keys that are equal for some
// data, such as the empty text of two filters, make React draw an element twice or leave one out, and it warns in development alone.

const TEXTS = new Set([SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral])

type Named = Node & { name?: Node; initializer?: Node; expression?: Node; head?: { text: string }; text?: string }
type Element = Node & { openingElement?: Tag; children?: readonly Node[]; attributes?: Tag['attributes'] }
type Tag = Node & { attributes: Node & { properties: readonly Named[] } }

/** Elements that an expression between others may be: `shown && <A />`, `shown ? <A /> : <B />`. Of a choice, one is shown. */
function elementsOf(node: Node): Element[] {
  const { expression, right, whenTrue } = node as Node & { expression?: Node; right?: Node; whenTrue?: Node }
  switch (node.kind) {
    case SyntaxKind.JsxElement:
    case SyntaxKind.JsxSelfClosingElement:
      return [node as Element]
    case SyntaxKind.BinaryExpression:
      return right ? elementsOf(right) : []
    case SyntaxKind.ConditionalExpression:
      return whenTrue ? elementsOf(whenTrue) : []
    case SyntaxKind.JsxExpression:
    case SyntaxKind.ParenthesizedExpression:
      return expression ? elementsOf(expression) : []
    default:
      return []
  }
}

/** What the key of an element begins with; '' for one that is computed throughout, undefined without a key. */
function keyStart(element: Element, textOf: (node: Node | undefined) => string): string | undefined {
  const { attributes } = element.openingElement ?? (element as Tag)
  const key = attributes.properties.find(property => textOf(property.name) === 'key')
  if (!key) return undefined
  const { initializer } = key
  const value = (initializer?.kind === SyntaxKind.JsxExpression ? (initializer as Named).expression : initializer) as
    | Named
    | undefined
  if (value?.kind === SyntaxKind.TemplateExpression) return value.head?.text
  return value && TEXTS.has(value.kind) ? value.text : ''
}

function problemsOf(source: SourceFile, file: string): string[] {
  const found: string[] = []
  const textOf = (node: Node | undefined): string => (node ? source.text.slice(node.pos, node.end).trim() : '')
  const lineOf = ({ pos }: Node): number =>
    source.text.slice(0, pos + source.text.slice(pos).search(/\S/)).split('\n').length
  const visit = (node: Node): undefined => {
    if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxFragment) {
      const starts = ((node as Element).children ?? [])
        .flatMap(elementsOf)
        .map(element => ({ element, start: keyStart(element, textOf) }))
        .filter(({ start }) => start !== undefined)
      for (const { element, start = '' } of starts) {
        const isAlike = starts.some(other => other.element !== element && other.start?.startsWith(start))
        if (isAlike) found.push(`${file}:${lineOf(element)}`)
      }
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/**
 * Every element of some files whose key may be that of an element beside it, one line each.
 * @param files their paths from the project's root; each belongs to its tsconfig.json.
 */
export function alikeKeys(files: readonly string[], root = join(import.meta.dirname, '..')): string[] {
  return checkSources(files, root, problemsOf)
}

if (import.meta.main) {
  const problems = alikeKeys(globSync('app/**/*.tsx', { exclude: ['**/*.test*.tsx'] }))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Begin the key of each element with a word of its own: two may be equal.')
    process.exitCode = 1
  }
}
