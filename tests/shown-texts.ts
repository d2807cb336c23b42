import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { checkSources } from './typed-sources.ts'

/** A text that people may read. What a template puts in stands in braces, as the code has it, or the content's placeholder. */
export type ShownText = { file: string; text: string }

/** A text without what is put into it, whose words are code or texts of their own. */
export function bareText(text: string): string {
  const shorter = text.replace(/\{[^{}]*\}/g, '…')
  return shorter === text ? text : bareText(shorter)
}

type Literal = Node & { text: string }
type Template = Node & { head: Literal; templateSpans: readonly { expression: Node; literal: Literal }[] }
type Named = Node & { name?: Node & { text?: string }; tag?: Node }

const TEXTS = new Set([SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral, SyntaxKind.JsxText])

/** What has texts that nobody reads: types, addresses of modules and names of styles. */
const UNREAD = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.LiteralType,
  SyntaxKind.TemplateLiteralType,
])

function isUnread(node: Named, source: SourceFile): boolean {
  if (UNREAD.has(node.kind)) return true
  const name = (part: Node | undefined) => (part ? source.text.slice(part.pos, part.end).trim() : '')
  if (node.kind === SyntaxKind.JsxAttribute) return name(node.name) === 'className'
  return node.kind === SyntaxKind.TaggedTemplateExpression && /^sql\b/.test(name(node.tag))
}

function textsOf(source: SourceFile, file: string): ShownText[] {
  const found: ShownText[] = []
  const add = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(line)) found.push({ file, text: line })
  }
  const visit = (node: Node): undefined => {
    if (isUnread(node, source)) return
    if (TEXTS.has(node.kind)) add((node as Literal).text)
    if (node.kind === SyntaxKind.TemplateExpression) {
      const { head, templateSpans } = node as Template
      const parts = [...templateSpans].map(
        ({ expression, literal }) => `{${source.text.slice(expression.pos, expression.end).trim()}}${literal.text}`,
      )
      add(head.text + parts.join(''))
    }
    // Heads of files are names of properties.
    if (node.kind === SyntaxKind.PropertyAssignment) {
      const { name } = node as Named
      if (name?.kind === SyntaxKind.Identifier && /^\p{Lu}\p{Ll}/u.test(name.text ?? '')) add(name.text ?? '')
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** Every text of some modules, in their order. @param files their paths from the project's root */
export const textsOfModules = (files: readonly string[], root = join(import.meta.dirname, '..')): ShownText[] =>
  checkSources(files, root, textsOf)

/** The modules with what people see. */
export const modules = (): string[] => globSync('{app,server}/**/*.{ts,tsx}', { exclude: ['**/*.test*'] }).toSorted()

function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : []
}

/** Every text of the content. */
export const textsOfContent = (): ShownText[] =>
  globSync('content/**/*.es.json')
    .toSorted()
    .flatMap(file => valuesOf(JSON.parse(readFileSync(file, 'utf8'))).map(text => ({ file, text })))

/** What stands in quotes in the templates of documents and in the functions of the database. */
export const textsOfTemplates = (): ShownText[] =>
  globSync(['documents/**/*.typ', 'db/**/*.sql'])
    .toSorted()
    .flatMap(file => {
      const code = readFileSync(file, 'utf8').replace(/^\s*(?:--|\/\/).*$/gm, '')
      const quoted = file.endsWith('.sql') ? /'([^'\n]+)'/g : /"([^"\n]+)"|\[([^\][\n]+)\]/g
      return [...code.matchAll(quoted)].map(([, text, more]) => ({ file, text: text ?? more ?? '' }))
    })
