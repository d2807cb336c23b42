import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  type JsxChild,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync'
import { checkSources, partsOf } from './typed-sources.ts'

// `npm run boundaries`: a text that can change is alone in its element. A browser that translates a page replaces its
// text nodes by elements. React keeps the old nodes: it writes into them what nobody sees, and fails where it removes
// one or puts something before it. A text that is all that an element has is set on the element, which survives.

/** `text` never changes, `changing` may, `slot` is whatever is given, `optional` are elements that may be none or others. */
type Kind = 'text' | 'changing' | 'slot' | 'optional' | 'element'

const TEXTS = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Any | TypeFlags.Unknown
const NOTHING = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike | TypeFlags.Void

/** React shows nothing for an empty text, the left side of `name && <b />`. */
const isEmptyText = (type: Type): boolean => type.isStringLiteralType() && type.value === ''

function kindOf(child: JsxChild, checker: Checker): Kind | undefined {
  if (child.kind === SyntaxKind.JsxText) return /\S/.test((child as { text: string }).text) ? 'text' : undefined
  if (child.kind !== SyntaxKind.JsxExpression) return 'element'
  const { expression } = child as { expression?: Node & { text?: string } }
  if (!expression) return undefined
  if (expression.kind === SyntaxKind.StringLiteral) return /\S/.test(expression.text ?? '') ? 'text' : undefined
  const parts = partsOf(checker.getTypeAtLocation(expression)).filter(part => !isEmptyText(part))
  if (!parts.some(part => part.flags & TEXTS)) return 'optional'
  return parts.some(part => !(part.flags & (TEXTS | NOTHING))) ? 'slot' : 'changing'
}

/** Why a text of an element is not alone; undefined where each is. */
function problemOf(kinds: readonly Kind[], isFragment: boolean): string | undefined {
  const has = (kind: Kind) => kinds.includes(kind)
  if (isFragment && (has('text') || has('changing') || has('slot'))) return 'a text in a fragment has siblings'
  if (kinds.length < 2) return undefined
  if (has('changing')) return 'a text that can change has siblings'
  if (has('slot'))
    return 'what is given may be a text, and has siblings (`Blocks` of #app/kit/ui/blocks.ts are elements)'
  return has('text') && has('optional') ? 'a text has a sibling that comes and goes' : undefined
}

function tagOf(node: Node): Node | undefined {
  if (node.kind === SyntaxKind.JsxSelfClosingElement) return (node as JsxSelfClosingElement).tagName
  return node.kind === SyntaxKind.JsxElement ? (node as JsxElement).openingElement.tagName : undefined
}

/** Whether a component's answer may be a bare text, which stands in somebody else's element. One that gives what it was given (`ReactNode`) is not meant. */
function givesText(tag: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(tag)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  const parts = partsOf(signature && checker.getReturnTypeOfSignature(signature)).filter(part => !isEmptyText(part))
  return parts.some(part => part.flags & TypeFlags.StringLike) && !parts.some(part => part.flags & TypeFlags.BigIntLike)
}

function problemsOf(source: SourceFile, file: string, checker: Checker): string[] {
  const found: string[] = []
  const report = (node: Node, problem: string) => {
    const start = source.text.indexOf('<', node.pos)
    found.push(`${file}:${source.text.slice(0, start).split('\n').length}: ${problem}`)
  }
  const visit = (node: Node): undefined => {
    if (node.kind === SyntaxKind.JsxElement || node.kind === SyntaxKind.JsxFragment) {
      const { children } = node as JsxElement | JsxFragment
      const kinds = [...children].flatMap(child => kindOf(child, checker) ?? [])
      const problem = problemOf(kinds, node.kind === SyntaxKind.JsxFragment)
      if (problem) report(node, problem)
    }
    const tag = tagOf(node)
    if (tag && givesText(tag, checker)) report(node, 'a component gives a bare text')
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/**
 * Every place of some components where a text is not alone though it or a sibling can change, one line each.
 * @param files their paths from the project's root; each belongs to its tsconfig.json.
 */
export function mixedTexts(files: readonly string[], root = join(import.meta.dirname, '..')): string[] {
  return checkSources(files, root, problemsOf)
}

if (import.meta.main) {
  const problems = mixedTexts(globSync('app/**/*.tsx', { exclude: ['**/*.test.tsx'] }))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Give the text an element of its own, or write all of it as one template literal.')
    process.exitCode = 1
  }
}
