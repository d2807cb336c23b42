import { beforeAll } from 'vitest'
import { forgetQuestionnaires } from '#app/features/questionnaires/published-questionnaires.server.ts'
import { forgetLiveTexts } from '#app/platform/texts/live-texts.ts'

// Test files share a process and each has a database of its own, so what a process keeps of its database is forgotten between them.
beforeAll(() => {
  forgetLiveTexts()
  forgetQuestionnaires()
})
