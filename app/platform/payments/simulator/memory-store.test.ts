import { createMemoryStore } from './memory-store.test-support.ts'
import { storeContract } from './store-contract.test-support.ts'

storeContract('memory', createMemoryStore)
