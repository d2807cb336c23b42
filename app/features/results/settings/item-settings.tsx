import type { ReactNode } from 'react'
import { type FollowUp, type FollowUpAnswer, FollowUpForm } from '#app/features/accesses/dashboard/follow-up-form.tsx'
import { LinksPanel } from '#app/features/results/links/links-panel.tsx'
import type { LinkAnswer, ResultLink } from '#app/features/results/links/result-links.ts'
import { PublishForm, ResultModeForm } from '#app/features/results/rounds/publish-form.tsx'
import type { Sharing } from '#app/features/results/sharing/sharing.ts'
import { SharingForm } from '#app/features/results/sharing/sharing-form.tsx'
import type { ItemTargets } from '#app/features/results/targets/targets.ts'
import { TargetsForm } from '#app/features/results/targets/targets-form.tsx'
import type { ResultMode } from '#app/platform/database/values.ts'

type ResultIntent = 'publish' | 'choose-targets' | 'choose-mode' | 'choose-sharing' | 'share-results'

/** What became of a form about results. */
export type ResultSettingsAnswer = {
  [Intent in ResultIntent]: {
    intent: Intent
    done: boolean
    text: string
    errors: Readonly<Record<string, string>>
  }
}[ResultIntent]

export type SettingsAnswer = FollowUpAnswer | LinkAnswer | ResultSettingsAnswer

/** What a purchase has set, and what can be set. */
export type ItemSettings = {
  item: { id: string; seats: number; used_seats: number; mode: ResultMode; frozen: boolean; isOfCompany: boolean }
  /** Undefined after its time. */
  followUp: FollowUp | undefined
  /** The number of the next round, and the people who wait for it. */
  round: { next: number; waiting: number }
  targets: ItemTargets | undefined
  sharing: Sharing | undefined
  links: readonly ResultLink[] | undefined
}

type ItemSettingsProps = { settings: ItemSettings; answer: SettingsAnswer | undefined }

/** What whoever manages a purchase sets: the next round, the due date and reminders, who reads what, the links for others, and the targets. */
export function ItemSettingsForms({ settings, answer }: ItemSettingsProps): ReactNode {
  const { item, followUp, round, targets, sharing, links } = settings
  const answerTo = <Intent extends SettingsAnswer['intent']>(...intents: readonly Intent[]) =>
    answer && isOneOf(answer, intents) ? answer : undefined
  return (
    <div className="grid gap-6">
      {item.mode === 'confidential' && round.waiting > 0 && (
        <PublishForm item={item} round={round.next} waiting={round.waiting} answer={answerTo('publish')} />
      )}
      {followUp && <FollowUpForm followUp={followUp} answer={answerTo('follow-up')} />}
      {item.isOfCompany && (
        <ResultModeForm
          mode={item.mode}
          frozen={item.frozen}
          error={answerTo('choose-mode')?.text}
          groups={`/account/items/${item.id}/groups`}
        />
      )}
      {sharing && (
        <SharingForm sharing={sharing} mode={item.mode} answer={answerTo('choose-sharing', 'share-results')} />
      )}
      {links && <LinksPanel links={links} mode={item.mode} answer={answerTo('make-link', 'revoke-link')} />}
      {targets && <TargetsForm targets={targets} answer={answerTo('choose-targets')} />}
    </div>
  )
}

const isOneOf = <Intent extends SettingsAnswer['intent']>(
  answer: SettingsAnswer,
  intents: readonly Intent[],
): answer is Extract<SettingsAnswer, { intent: Intent }> => intents.some(intent => intent === answer.intent)
