import { isolate } from '../i18n/direction.ts'
import { pluralIn } from '../i18n/plural.ts'
import type { OfflineMessages } from './messages.en.ts'

const n = pluralIn('ar')

export const offline: OfflineMessages = {
  waiting: (count) =>
    n(count, {
      one: 'إجابة واحدة تنتظر المزامنة.',
      two: 'إجابتان تنتظران المزامنة.',
      few: '# إجابات تنتظر المزامنة.',
      many: '# إجابة تنتظر المزامنة.',
      other: '# إجابة تنتظر المزامنة.',
    }),
  lost: 'تعذّر الوصول إلى الخادم. تُحفظ إجاباتك على هذا الجهاز.',
  restored: 'عاد الاتصال بالخادم.',
  wereRefused: (count) =>
    n(count, {
      one: 'رُفضت إجابة واحدة.',
      two: 'رُفضت إجابتان.',
      few: 'رُفضت # إجابات.',
      many: 'رُفضت # إجابة.',
      other: 'رُفضت # إجابة.',
    }),
  show: 'عرض',
  sendNow: 'مزامنة الآن',
  sent: (count) =>
    n(count, {
      one: 'تمت مزامنة إجابة واحدة.',
      two: 'تمت مزامنة إجابتين.',
      few: 'تمت مزامنة # إجابات.',
      many: 'تمت مزامنة # إجابة.',
      other: 'تمت مزامنة # إجابة.',
    }),
  badges: (names) => `${names.length === 1 ? 'شارة جديدة' : 'شارات جديدة'}: ${names.map(isolate).join('، ')}`,
  refused: (count) =>
    n(count, {
      one: 'رُفضت إجابة واحدة. تبقى على هذا الجهاز حتى تعيد المحاولة أو تتجاهلها.',
      two: 'رُفضت إجابتان. تبقيان على هذا الجهاز حتى تعيد المحاولة أو تتجاهلهما.',
      few: 'رُفضت # إجابات. تبقى على هذا الجهاز حتى تعيد المحاولة أو تتجاهلها.',
      many: 'رُفضت # إجابة. تبقى على هذا الجهاز حتى تعيد المحاولة أو تتجاهلها.',
      other: 'رُفضت # إجابة. تبقى على هذا الجهاز حتى تعيد المحاولة أو تتجاهلها.',
    }),
  newVersion: 'يتوفّر إصدار جديد.',
  loadNew: 'إعادة التحميل',
  savedCopy: (age) => `حُفظت ${isolate(age)}`,
}
