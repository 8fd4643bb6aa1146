import { isolate } from '../../shared/i18n/direction.ts'
import { pluralIn } from '../../shared/i18n/plural.ts'

const n = pluralIn('ar')

export const joined = {
  title: 'حسابك جاهز',
  offer: (count: number) =>
    n(count, {
      one: 'هل تضيف إجابتك إلى هذا الحساب؟',
      two: 'هل تضيف إجابتيك إلى هذا الحساب؟',
      few: 'هل تضيف إجاباتك (#) إلى هذا الحساب؟',
      many: 'هل تضيف إجاباتك (#) إلى هذا الحساب؟',
      other: 'هل تضيف إجاباتك (#) إلى هذا الحساب؟',
    }),
  offerText: 'أجبت عنها على هذا الجهاز قبل إنشاء الحساب. تُحسب كل واحدة مرة واحدة، بنقاطها.',
  add: (count: number) =>
    n(count, {
      one: 'أضف الإجابة',
      two: 'أضف الإجابتين',
      few: 'أضف # إجابات',
      many: 'أضف # إجابة',
      other: 'أضف # إجابة',
    }),
  adding: 'جارٍ الإضافة...',
  discard: 'احذفها',
  added: (count: number) =>
    n(count, {
      one: 'أُضيفت إجابة واحدة إلى حسابك.',
      two: 'أُضيفت إجابتان إلى حسابك.',
      few: 'أُضيفت # إجابات إلى حسابك.',
      many: 'أُضيفت # إجابة إلى حسابك.',
      other: 'أُضيفت # إجابة إلى حسابك.',
    }),
  badges: (names: readonly string[]) =>
    `${names.length === 1 ? 'شارة جديدة' : 'شارات جديدة'}: ${names.map(isolate).join('، ')}`,
  waiting: 'لا يمكن الوصول إلى الخادم. تُضاف إجاباتك حين يعود الاتصال.',
  setUp: 'جهّز خطة استعدادك',
  setUpText: 'ثلاثة أسئلة قصيرة عن هدفك ومستواك ووقتك، ثم تُفتح خطوتك الأولى.',
  start: 'ابدأ التجهيز',
  skip: 'ليس الآن',
}
