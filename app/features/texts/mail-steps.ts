import type { DocumentBlock } from '#app/mails/mail-document.ts'
import { BLOCK_KINDS, type BlockKind } from '#app/mails/mail-text.ts'

/** A change of a mail's blocks: `up.2`, `down.2`, `remove.2`, `add.list`; `after`: the block that a new one follows. */
export type BlockStep =
  | { step: 'up' | 'down' | 'remove'; index: number }
  | { step: 'add'; kind: BlockKind; after?: number }

/** Reads a step as a form's button names it. */
export function readStep(intent: string | undefined): BlockStep | undefined {
  const [, step = '', at = ''] = /^(up|down|remove|add)\.([a-z0-9]{1,9})$/.exec(intent ?? '') ?? []
  if (step === 'add') {
    const kind = BLOCK_KINDS.find(known => known === at)
    return kind && { step, kind }
  }
  if ((step === 'up' || step === 'down' || step === 'remove') && /^\d{1,2}$/.test(at))
    return { step, index: Number(at) }
  return undefined
}

/** The blocks after a step; a step out of range changes nothing. */
export function takeStep<Block>(blocks: readonly Block[], step: BlockStep, make: (kind: BlockKind) => Block): Block[] {
  if (step.step === 'add') {
    const to = 1 + (step.after ?? blocks.length - 1)
    return [...blocks.slice(0, to), make(step.kind), ...blocks.slice(to)]
  }
  const block = blocks[step.index]
  if (block === undefined) return [...blocks]
  const others = blocks.filter((_, index) => index !== step.index)
  if (step.step === 'remove') return others
  const to = Math.max(0, step.index + (step.step === 'up' ? -1 : 1))
  return [...others.slice(0, to), block, ...others.slice(to)]
}

/** A block without text. */
export const emptyBlock = (kind: BlockKind): DocumentBlock => ({ kind, condition: '', text: '' })
