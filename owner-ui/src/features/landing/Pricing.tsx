import { Badge, Button, Text, Title } from '@mantine/core';
import type { PublicPlan } from '@ostatok/api/contract/public.ts';
import { Link } from 'react-router';
import { fallbackPlans, featureLines, priceOf } from '../../lib/plans.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useSession } from '../../lib/session.ts';
import { usePublicPlans } from '../../lib/use-public-plans.ts';
import { CheckList } from '../../ui/CheckList.tsx';
import { PlanPrice } from '../../ui/PlanPrice.tsx';
import classes from './Pricing.module.css';

function PlanButton({ plan }: { plan: PublicPlan }) {
  const signedIn = useSession() !== null;
  const supportEmail = usePublicConfig()?.supportEmail;
  if (plan.name === 'corporate')
    return (
      <Button component="a" href={supportEmail && `mailto:${supportEmail}`} variant="default" fullWidth>
        Написать нам
      </Button>
    );
  return (
    <Button
      component={Link}
      to={signedIn ? `/subscription/payment/${plan.id}` : '/register'}
      variant={plan.is_featured ? 'filled' : 'default'}
      fullWidth
    >
      Выбрать
    </Button>
  );
}

export function Pricing() {
  const plans = usePublicPlans();
  const shown = plans.data ?? (plans.error ? fallbackPlans : []);
  return (
    <section id="pricing" className={classes.pricing} aria-labelledby="pricing-title">
      <Title order={2} id="pricing-title">
        Тарифы
      </Title>
      <Text c="dimmed" mt={4}>
        Начать можно бесплатно, сменить тариф — когда угодно.
      </Text>
      <div className={classes.cards}>
        {shown.map((plan) => (
          <article key={plan.id} className={classes.card} data-featured={plan.is_featured || undefined}>
            <div className={classes.head}>
              <Title order={3}>{plan.display_name}</Title>
              {plan.is_featured && (
                <Badge color="amber" variant="filled">
                  популярный
                </Badge>
              )}
            </div>
            <Text c="dimmed">{plan.description}</Text>
            <PlanPrice price={priceOf(plan)} />
            <CheckList lines={featureLines(plan.features)} />
            <div className={classes.action}>
              <PlanButton plan={plan} />
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
