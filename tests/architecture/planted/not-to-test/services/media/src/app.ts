import { fake } from './testing/fake.ts'

export const app = fake
