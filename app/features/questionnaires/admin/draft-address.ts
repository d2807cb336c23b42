import type { DraftStep } from '#app/features/questionnaires/drafts/draft.ts'
import type { SavedDraft } from '#app/features/questionnaires/drafts/edit-draft.server.ts'
import {
  controlAnchor,
  type DraftPart,
  partAddress,
  questionAnchor,
  SECTION_ANCHOR,
  stepAnchor,
} from './draft-controls.tsx'

/** Where a form leads: to the question that the step has placed, or to the part that was edited. */
export function nextAddress(
  step: DraftStep | undefined,
  part: DraftPart,
  { sections, placed, revision }: SavedDraft,
): string {
  const section = typeof part === 'number' ? part : 0
  switch (step?.kind) {
    case 'add-question':
    case 'add-open':
    case 'copy':
    case 'move':
      return placed ? `${partAddress(placed.section)}#${questionAnchor(placed.field)}` : partAddress(part)
    case 'scale':
      return `${partAddress(part)}&cambio=${revision}#${controlAnchor(`${step.field}.option.1`)}`
    case 'add-step':
      return `${partAddress(part)}#${stepAnchor(step.field, step.to)}`
    case 'add-section':
      return `${partAddress(sections)}#${SECTION_ANCHOR}`
    case 'section-up':
      return partAddress(Math.max(1, section - 1))
    case 'section-down':
      return partAddress(Math.min(sections, section + 1))
    case 'remove-section':
      return partAddress(Math.min(section, sections) || 'general')
    default:
      return partAddress(part)
  }
}
