import type { Knex } from 'knex';

const features = (...texts: string[]): string =>
  JSON.stringify(texts.map((text, order) => ({ text, order: order + 1 })));

/** Prices are in kopecks. A null price is shown as «По запросу». */
const plans = [
  {
    name: 'free',
    display_name: 'Бесплатный',
    description: 'Попробовать на одном баре',
    max_instances: 1,
    max_users_per_instance: 2,
    max_storage_mb: 100,
    price_monthly: 0,
    price_yearly: 0,
    is_public: false,
    is_featured: false,
    sort_order: 1,
    features: features('1 заведение', '2 сотрудника', 'Чат-бот, сканер и веб-панель', 'Импорт и экспорт Excel'),
  },
  {
    name: 'starter',
    display_name: 'Стартовый',
    description: 'Для одного бара',
    max_instances: 1,
    max_users_per_instance: 5,
    max_storage_mb: 500,
    price_monthly: 99_000,
    price_yearly: 990_000,
    is_public: true,
    is_featured: false,
    sort_order: 2,
    features: features(
      '1 заведение',
      'До 5 сотрудников',
      'Чат-бот, сканер и веб-панель',
      'Импорт и экспорт Excel',
      'Ежедневные резервные копии',
    ),
  },
  {
    name: 'professional',
    display_name: 'Профессиональный',
    description: 'Для нескольких заведений',
    max_instances: 3,
    max_users_per_instance: 20,
    max_storage_mb: 2000,
    price_monthly: 199_000,
    price_yearly: 1_990_000,
    is_public: true,
    is_featured: true,
    sort_order: 3,
    features: features(
      'До 3 заведений',
      'До 20 сотрудников в каждом',
      'Всё из «Стартового»',
      'Bluetooth-весы',
      'Приоритетная поддержка',
    ),
  },
  {
    name: 'corporate',
    display_name: 'Корпоративный',
    description: 'Для сетей',
    max_instances: 100,
    max_users_per_instance: 200,
    max_storage_mb: 20_000,
    price_monthly: null,
    price_yearly: null,
    is_public: true,
    is_featured: false,
    sort_order: 4,
    features: features(
      'Любое число заведений',
      'Любое число сотрудников',
      'Всё из «Профессионального»',
      'Личный менеджер',
    ),
  },
];

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('plans', (t) => {
    t.increments('id');
    t.text('name').notNullable().unique();
    t.text('display_name').notNullable();
    t.text('description').notNullable().defaultTo('');
    t.integer('max_instances').notNullable();
    t.integer('max_users_per_instance').notNullable();
    t.integer('max_storage_mb').notNullable().defaultTo(100);
    t.bigInteger('price_monthly').comment('kopecks');
    t.bigInteger('price_yearly').comment('kopecks');
    t.integer('discount_percent').notNullable().defaultTo(0);
    t.text('currency').notNullable().defaultTo('RUB');
    t.jsonb('features').notNullable().defaultTo('[]');
    t.boolean('is_active').notNullable().defaultTo(true);
    t.boolean('is_public').notNullable().defaultTo(true);
    t.boolean('is_featured').notNullable().defaultTo(false);
    t.boolean('is_archived').notNullable().defaultTo(false);
    t.integer('sort_order').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });
  await db('plans').insert(plans);

  await db.schema.createTable('subscriptions', (t) => {
    t.increments('id');
    t.integer('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    t.integer('plan_id').notNullable().references('plans.id').index();
    t.text('status').notNullable().defaultTo('active').checkIn(['active', 'past_due', 'canceled', 'expired']);
    t.text('billing_period').notNullable().defaultTo('monthly').checkIn(['monthly', 'yearly']);
    t.timestamp('current_period_start').notNullable().defaultTo(db.fn.now());
    t.timestamp('current_period_end').comment('null: without end');
    t.boolean('auto_renew').notNullable().defaultTo(false);
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('subscriptions');
  await db.schema.dropTable('plans');
}
