import { GuideList } from '#app/features/results/guides/guide-list.tsx'
import { atShown } from '#app/features/results/shown.ts'
import type { ItemViewProps } from './item-page.ts'

export function GuidesView({ page: { item, report, guides } }: ItemViewProps) {
  const fileOf = (key: string) => atShown(`/account/items/${item.id}/guides/${key}`, { round: report.round })
  return <GuideList guides={guides} fileOf={fileOf} />
}
