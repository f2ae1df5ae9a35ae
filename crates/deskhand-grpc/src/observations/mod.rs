//! The service `deskhand.v1.Observations`.

mod entry;
mod stream;
mod table;
mod wanted;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::Session;
use futures_util::stream::BoxStream;
use tokio::sync::watch;
use tonic::{Request, Response, Status};

use self::stream::Stream;
use self::table::Table;
use self::wanted::Wanted;
use crate::name::{ObservationName, Parent};
use crate::page::{self, Cursor, Tokens};
use crate::status::{invalid, status};
use crate::time::{CallTime, stream_end};
use crate::v1;
use crate::v1::observations_server::Observations;

/// The observations of one session.
pub(crate) struct ObservationsService {
    session: Arc<dyn Session>,
    table: Table,
    tokens: Tokens,
    /// Time for calls of clients that set none.
    within: Duration,
    /// True when the server stops.
    stopping: watch::Receiver<bool>,
}

impl ObservationsService {
    pub(crate) fn new(
        session: Arc<dyn Session>,
        within: Duration,
        stopping: watch::Receiver<bool>,
    ) -> ObservationsService {
        ObservationsService { session, table: Table::default(), tokens: Tokens::default(), within, stopping }
    }
}

#[tonic::async_trait]
impl Observations for ObservationsService {
    async fn create_observation(
        &self,
        request: Request<v1::CreateObservationRequest>,
    ) -> Result<Response<v1::Observation>, Status> {
        let time = CallTime::of(request.metadata(), self.within);
        let request = request.into_inner();
        let parent = Parent::parse(&request.parent)?;
        let wanted = Wanted::parse(parent, &request.observation.unwrap_or_default())?;
        let observe = wanted.observe();
        let reservation = self.table.reserve(wanted)?;
        let observation = self.session.observe(&observe, time.left()).await;
        let entry = reservation.fill(observation.map_err(|error| status(&error))?);
        Ok(Response::new(entry.tell()))
    }

    async fn get_observation(
        &self,
        request: Request<v1::GetObservationRequest>,
    ) -> Result<Response<v1::Observation>, Status> {
        let name = ObservationName::parse(&request.get_ref().name)?;
        Ok(Response::new(self.table.get(name)?.tell()))
    }

    async fn list_observations(
        &self,
        request: Request<v1::ListObservationsRequest>,
    ) -> Result<Response<v1::ListObservationsResponse>, Status> {
        let request = request.into_inner();
        let parent = Parent::parse(&request.parent)?;
        let size = page::size(request.page_size)?;
        let bound: &[&str] = &["observations", &request.parent];
        let after = self.tokens.open(bound, &request.page_token)?.map_or(0, |cursor| cursor.id);
        let mut entries = self.table.list(parent, after);
        let more = entries.len() > size;
        entries.truncate(size);
        let end = entries.last().filter(|_| more).map(|last| Cursor::at_number(last.name.number));
        Ok(Response::new(v1::ListObservationsResponse {
            observations: entries.iter().map(|entry| entry.tell()).collect(),
            next_page_token: end.map(|end| self.tokens.seal(bound, &end)).unwrap_or_default(),
        }))
    }

    async fn cancel_observation(
        &self,
        request: Request<v1::CancelObservationRequest>,
    ) -> Result<Response<v1::Observation>, Status> {
        let name = ObservationName::parse(&request.get_ref().name)?;
        let entry = self.table.get(name)?;
        entry.cancel();
        Ok(Response::new(entry.tell()))
    }

    type StreamObservationsStream = BoxStream<'static, Result<v1::StreamObservationsResponse, Status>>;

    async fn stream_observations(
        &self,
        request: Request<v1::StreamObservationsRequest>,
    ) -> Result<Response<Self::StreamObservationsStream>, Status> {
        let end = stream_end(request.metadata());
        let request = request.get_ref();
        let name = ObservationName::parse(&request.name)?;
        let after = u64::try_from(request.after_sequence)
            .map_err(|_| invalid("after_sequence", "must not be negative"))?;
        let entry = self.table.get(name)?;
        let stream = Stream::open(entry, after, self.stopping.clone(), end)?;
        Ok(Response::new(stream.items()))
    }
}
