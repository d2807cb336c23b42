import { ItemPeople } from '#app/features/results/item-people.tsx'
import type { ItemViewProps } from './item-page.ts'

export const PeopleView = ({ page }: ItemViewProps) => <ItemPeople item={page.item} />
