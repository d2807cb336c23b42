import type { Outcome } from './deliverables.ts'

/** An outcome as one line of an editor's value and of the audit log: 'Un plan [plan guide:una-guia]'. */
const writeLine = ({ text, keptBy }: Outcome): string => `${text} [${keptBy.join(' ')}]`

/** The outcomes of a product as the value of its editor, one a line. */
export const writeOutcomes = (outcomes: readonly Outcome[]): string => outcomes.map(writeLine).join('\n')

/** The outcomes of such a value; those without a text are left out. */
export const readOutcomes = (value: string): Outcome[] =>
  value.split('\n').flatMap(line => {
    const [, text = line, keys = ''] = /^(.*) \[([^[\]]*)\]$/.exec(line) ?? []
    const keptBy = keys.split(' ').filter(key => key !== '')
    return text.trim() === '' ? [] : [{ text: text.trim(), keptBy }]
  })
