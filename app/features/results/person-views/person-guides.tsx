import { GuideList } from '#app/features/results/guides/guide-list.tsx'
import type { RunResults } from '#app/features/results/results.ts'

export const PersonGuides = ({ results: { access_id, guides = [] } }: { results: RunResults }) => (
  <GuideList guides={guides} fileOf={key => `/account/results/${access_id}/guides/${key}`} />
)
