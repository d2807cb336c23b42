import { LinksPanel } from '#app/features/results/links/links-panel.tsx'
import { PublishForm, ResultModeForm } from '#app/features/results/rounds/publish-form.tsx'
import { SharingForm } from '#app/features/results/sharing/sharing-form.tsx'
import { TargetsForm } from '#app/features/results/targets/targets-form.tsx'
import { answerTo, type ItemViewProps } from './item-page.ts'

/** What whoever manages the purchase sets: the next round, who reads what, the links for others, and the targets. */
export function SettingsView({ page }: ItemViewProps) {
  const { item, report, targets, sharing, links, linkAnswer } = page
  return (
    <div className="grid gap-6">
      {report.item.mode === 'confidential' && report.waiting > 0 && (
        <PublishForm
          item={item}
          round={report.rounds.length + 1}
          waiting={report.waiting}
          answer={answerTo(page, 'publish')}
        />
      )}
      <ResultModeForm
        mode={report.item.mode}
        frozen={report.item.frozen}
        error={answerTo(page, 'choose-mode')?.text}
        groups={`/account/items/${item.id}/groups`}
      />
      {sharing && (
        <SharingForm
          sharing={sharing}
          mode={report.item.mode}
          answer={answerTo(page, 'choose-sharing') ?? answerTo(page, 'share-results')}
        />
      )}
      {links && <LinksPanel links={links} mode={report.item.mode} answer={linkAnswer} />}
      {targets && <TargetsForm targets={targets} answer={answerTo(page, 'choose-targets')} />}
    </div>
  )
}
